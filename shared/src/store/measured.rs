//! What visits from search engines brought, as it was measured: for engines that otherwise assume it.

use chrono::NaiveDate;
use sqlx_macros::FromRow;
use uuid::Uuid;

use super::{Executor, Result, macros::*};

/// Visits from unpaid search results, and their conversions.
#[derive(Debug, Clone, PartialEq, FromRow)]
pub struct SearchConversions {
    /// Sessions or visits.
    pub visits: i64,
    /// Key events, or visits with a conversion.
    pub conversions: f64,
    /// First day with visits.
    pub first_day: NaiveDate,
    /// Last day with visits.
    pub last_day: NaiveDate,
}

/// Returns the sessions from organic search according to Google Analytics from day `from` to day `to`, both included, with
/// their key events; of the connection with the most sessions. `None` without sessions.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn analytics_conversions(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Uuid, (from, to): (NaiveDate, NaiveDate),
) -> Result<Option<SearchConversions>> {
    let sql = "SELECT CAST(SUM(sessions) AS BIGINT) AS visits, SUM(key_events) AS conversions, MIN(day) AS first_day,
                      MAX(day) AS last_day FROM analytics_days
                WHERE workspace_id = $1 AND website_id = $2 AND day >= $3 AND day <= $4 AND LOWER(medium) = 'organic'
                GROUP BY connection_id HAVING SUM(sessions) > 0 ORDER BY SUM(sessions) DESC, connection_id LIMIT 1";
    query_opt!(executor.into(), SearchConversions, sql, workspace_id, website_id, from, to)
}

/// Returns the visits from search engines according to the beacon from day `from` to day `to`, both included, with those
/// that converted. `None` without visits.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn visit_conversions(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Uuid, (from, to): (NaiveDate, NaiveDate),
) -> Result<Option<SearchConversions>> {
    let sql = "SELECT CAST(SUM(visits) AS BIGINT) AS visits, CAST(SUM(conversions) AS DOUBLE PRECISION) AS conversions,
                      MIN(day) AS first_day, MAX(day) AS last_day FROM visit_days
                WHERE website_id = (SELECT id FROM websites WHERE id = $2 AND workspace_id = $1)
                  AND channel = 'search' AND day >= $3 AND day <= $4 HAVING SUM(visits) > 0";
    query_opt!(executor.into(), SearchConversions, sql, workspace_id, website_id, from, to)
}

/// Returns true if a website, or any of the workspace, has sessions or visits from search engines since a day.
///
/// # Errors
/// Returns an error if a query fails.
pub async fn has_conversions(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Option<Uuid>, since: NaiveDate,
) -> Result<bool> {
    let sql = "SELECT EXISTS (SELECT 1 FROM analytics_days WHERE workspace_id = $1 AND ($2 IS NULL OR website_id = $2)
                 AND day >= $3 AND key_events > 0 AND LOWER(medium) = 'organic')
               OR EXISTS (SELECT 1 FROM visit_days WHERE website_id IN (SELECT id FROM websites WHERE workspace_id = $1
                 AND ($2 IS NULL OR id = $2)) AND day >= $3 AND conversions > 0 AND channel = 'search')";
    query_value!(executor.into(), bool, sql, workspace_id, website_id, since)
}
