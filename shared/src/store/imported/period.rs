//! Sums of leads, revenue and sessions in a period, with the files that they come from.

use chrono::{DateTime, NaiveDate, Utc};
use sqlx_macros::FromRow;
use uuid::Uuid;

use super::current;
use crate::store::{Executor, Result, macros::*};

/// Leads of a period from one file.
#[derive(Debug, Clone, PartialEq, Eq, FromRow)]
pub struct LeadsOfFile {
    /// File name of the import.
    pub file_name: String,
    /// Time of the import.
    pub imported_at: Option<DateTime<Utc>>,
    /// Number of leads, without spam and duplicates.
    pub leads: i64,
}

/// Revenue of a period from one file in one currency.
#[derive(Debug, Clone, PartialEq, Eq, FromRow)]
pub struct RevenueOfFile {
    /// File name of the import.
    pub file_name: String,
    /// Time of the import.
    pub imported_at: Option<DateTime<Utc>>,
    /// ISO 4217 code.
    pub currency: String,
    /// Sum after refunds, in cents.
    pub amount_cents: i64,
}

/// Sessions of a day or a longer period from one file, by one dimension.
#[derive(Debug, Clone, PartialEq, Eq, FromRow)]
pub struct SessionsOfFile {
    /// File name of the import.
    pub file_name: String,
    /// Time of the import.
    pub imported_at: Option<DateTime<Utc>>,
    /// 0 for sources, 1 for channels, 2 for landing pages: reports that count the same sessions.
    pub dimension: i32,
    /// First day.
    pub first_day: NaiveDate,
    /// Last day.
    pub last_day: NaiveDate,
    /// Sessions.
    pub sessions: i64,
    /// Key events, if the file has them.
    pub key_events: Option<i64>,
}

/// Returns the leads of a website from day `from` to day `to`, both included, by file, latest import first.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn leads_within(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Uuid, (from, to): (NaiveDate, NaiveDate),
) -> Result<Vec<LeadsOfFile>> {
    let sql = current!(
        "imports.file_name, imports.imported_at, COUNT(*) AS leads",
        "leads",
        " AND r.day >= $3 AND r.day <= $4 AND LOWER(COALESCE(r.status, '')) NOT IN ('spam', 'duplicate', 'test')
          GROUP BY imports.id, imports.file_name, imports.imported_at ORDER BY imports.imported_at DESC, imports.id"
    );
    query_all!(executor.into(), LeadsOfFile, sql, workspace_id, website_id, from, to)
}

/// Returns the revenue of a website from day `from` to day `to`, both included, by file and currency, latest import first.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn revenue_within(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Uuid, (from, to): (NaiveDate, NaiveDate),
) -> Result<Vec<RevenueOfFile>> {
    let sql = current!(
        "imports.file_name, imports.imported_at, r.currency, CAST(SUM(r.amount_cents) AS BIGINT) AS amount_cents",
        "revenue",
        " AND r.day >= $3 AND r.day <= $4 GROUP BY imports.id, imports.file_name, imports.imported_at, r.currency
          ORDER BY imports.imported_at DESC, imports.id, r.currency"
    );
    query_all!(executor.into(), RevenueOfFile, sql, workspace_id, website_id, from, to)
}

/// Returns the sessions of a website in periods whose last day is from `from` to `to`, both included, by dimension, latest
/// period first and shorter ones before longer ones. Periods may overlap and dimensions count the same sessions.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn sessions_within(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Uuid, (from, to): (NaiveDate, NaiveDate),
) -> Result<Vec<SessionsOfFile>> {
    let sql = current!(
        "MAX(imports.file_name) AS file_name, MAX(imports.imported_at) AS imported_at,
         CASE WHEN r.page IS NOT NULL THEN 2 WHEN r.source IS NOT NULL THEN 0 ELSE 1 END AS dimension,
         r.first_day, r.last_day, CAST(SUM(r.sessions) AS BIGINT) AS sessions,
         CAST(SUM(r.key_events) AS BIGINT) AS key_events",
        "page_sessions",
        " AND r.first_day IS NOT NULL AND r.last_day >= $3 AND r.last_day <= $4
          GROUP BY CASE WHEN r.page IS NOT NULL THEN 2 WHEN r.source IS NOT NULL THEN 0 ELSE 1 END, r.first_day, r.last_day
          ORDER BY r.last_day DESC, r.first_day DESC, dimension"
    );
    query_all!(executor.into(), SessionsOfFile, sql, workspace_id, website_id, from, to)
}
