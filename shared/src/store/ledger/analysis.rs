//! Figures of sites for their analysis. All amounts are sums over the ledger.

use chrono::{DateTime, NaiveDate, Utc};
use sqlx::types::Json;
use uuid::Uuid;

use super::sums::{cost, revenue};
use crate::{
    domain::site::{SiteKind, SitePlace, SiteStatus},
    store::{Executor, Result, macros::*},
};

/// A site with what it earned and cost, in cents of one currency.
#[derive(Debug, Clone, sqlx_macros::FromRow)]
pub struct SiteFigures {
    /// Id of its website.
    pub id: Uuid,
    /// Display name.
    pub name: String,
    /// Kind.
    pub kind: SiteKind,
    /// Status.
    pub status: SiteStatus,
    /// Slug of the vertical.
    pub vertical: String,
    /// Name of the vertical.
    pub vertical_name: String,
    /// Places.
    pub places: Json<Vec<SitePlace>>,
    /// Time when it was deleted; `None` if it is in use.
    pub archived_at: Option<DateTime<Utc>>,
    /// Time when it went live for the first time.
    pub launched_at: Option<DateTime<Utc>>,
    /// Number of leads without spam and duplicates.
    pub leads: i64,
    /// Number of those since the given day.
    pub recent_leads: i64,
    /// Revenue after refunds.
    pub revenue_cents: i64,
    /// Costs.
    pub cost_cents: i64,
    /// Revenue after refunds since the given day.
    pub recent_revenue_cents: i64,
    /// Costs since the given day.
    pub recent_cost_cents: i64,
}

/// What the sites that were launched in a month earned and cost in a month, in cents.
#[derive(Debug, Clone, PartialEq, Eq, sqlx_macros::FromRow)]
pub struct CohortMonth {
    /// Month of the launches (UTC), such as `2026-11`.
    pub launched: String,
    /// Month of the transactions (UTC).
    pub month: String,
    /// Revenue after refunds.
    pub revenue_cents: i64,
    /// Costs.
    pub cost_cents: i64,
}

macro_rules! since {
    ($sum:literal) => {
        concat!("CAST(COALESCE(SUM(CASE WHEN t.day >= $3 THEN ", $sum, " ELSE 0 END), 0) AS BIGINT)")
    };
}

/// Returns all sites of a workspace, deleted ones too, with their sums of a currency; the one with the highest revenue first.
/// Recent figures are those since a day (UTC).
///
/// # Errors
/// Returns an error if the query fails.
pub async fn site_figures(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, currency: &str, since: NaiveDate,
) -> Result<Vec<SiteFigures>> {
    let sql = concat!(
        "SELECT s.website_id AS id, w.name, s.kind, s.status, s.vertical, s.vertical_name, s.places, w.archived_at,
                (SELECT MIN(r.first_deployed_at) FROM releases r WHERE r.website_id = s.website_id) AS launched_at,
                COALESCE(l.leads, 0) AS leads, COALESCE(l.recent_leads, 0) AS recent_leads,
                COALESCE(m.revenue_cents, 0) AS revenue_cents, COALESCE(m.cost_cents, 0) AS cost_cents,
                COALESCE(m.recent_revenue_cents, 0) AS recent_revenue_cents,
                COALESCE(m.recent_cost_cents, 0) AS recent_cost_cents
           FROM sites s JOIN websites w ON w.id = s.website_id
           LEFT JOIN (SELECT website_id, COUNT(*) AS leads,
                             CAST(SUM(CASE WHEN received_at >= $4 THEN 1 ELSE 0 END) AS BIGINT) AS recent_leads
                        FROM received_leads WHERE workspace_id = $1 AND status NOT IN ('spam', 'duplicate')
                       GROUP BY website_id) l ON l.website_id = s.website_id
           LEFT JOIN (SELECT t.website_id, ",
        revenue!(),
        " AS revenue_cents, ",
        cost!(),
        " AS cost_cents, ",
        since!(
            "CASE WHEN e.account IN ('lead_revenue', 'rent_revenue', 'refunds') THEN e.credit_cents - e.debit_cents
                  ELSE 0 END"
        ),
        " AS recent_revenue_cents, ",
        since!(
            "CASE WHEN e.account IN ('domain_costs', 'hosting_costs', 'provider_costs', 'other_costs')
                  THEN e.debit_cents - e.credit_cents ELSE 0 END"
        ),
        " AS recent_cost_cents
               FROM ledger_transactions t JOIN ledger_entries e ON e.transaction_id = t.id
              WHERE t.workspace_id = $1 AND t.currency = $2 AND t.website_id IS NOT NULL GROUP BY t.website_id) m
             ON m.website_id = s.website_id
          WHERE s.workspace_id = $1 ORDER BY revenue_cents DESC, cost_cents, s.website_id"
    );
    let midnight = since.and_time(chrono::NaiveTime::MIN).and_utc();
    query_all!(executor.into(), SiteFigures, sql, workspace_id, currency, since, midnight)
}

/// Returns the sums of a currency by the month in which sites went live for the first time and the month of the transactions,
/// ordered by both.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn cohorts(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, currency: &str,
) -> Result<Vec<CohortMonth>> {
    let mut executor = executor.into();
    macro_rules! sql {
        ($month:literal) => {
            concat!(
                "SELECT l.launched, t.month, ",
                revenue!(),
                " AS revenue_cents, ",
                cost!(),
                " AS cost_cents
                   FROM (SELECT website_id, ",
                $month,
                " AS launched FROM releases WHERE workspace_id = $1 AND first_deployed_at IS NOT NULL GROUP BY website_id) l
                   JOIN ledger_transactions t ON t.website_id = l.website_id
                   JOIN ledger_entries e ON e.transaction_id = t.id
                  WHERE t.workspace_id = $1 AND t.currency = $2 GROUP BY l.launched, t.month ORDER BY l.launched, t.month"
            )
        };
    }
    let sql = executor.dialect(
        sql!("to_char(MIN(first_deployed_at) AT TIME ZONE 'UTC', 'YYYY-MM')"),
        sql!("substr(MIN(first_deployed_at), 1, 7)"),
    );
    query_all!(executor, CohortMonth, sql, workspace_id, currency)
}

/// Returns the currencies of a workspace's transactions, the one with most transactions first.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn currencies(executor: impl Into<Executor<'_>>, workspace_id: Uuid) -> Result<Vec<String>> {
    let sql = "SELECT currency FROM ledger_transactions WHERE workspace_id = $1
                GROUP BY currency ORDER BY COUNT(*) DESC, currency DESC";
    let rows = query_all!(executor.into(), (String,), sql, workspace_id)?;
    Ok(rows.into_iter().map(|(currency,)| currency).collect())
}

/// Returns the first day (UTC) with a transaction of a currency.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn first_day(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, currency: &str,
) -> Result<Option<NaiveDate>> {
    let sql = "SELECT day FROM ledger_transactions WHERE workspace_id = $1 AND currency = $2 ORDER BY day LIMIT 1";
    let row = query_opt!(executor.into(), (NaiveDate,), sql, workspace_id, currency)?;
    Ok(row.map(|(day,)| day))
}
