//! Settings of a website's rank checks, and what they spend.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use crate::{
    domain::rank::{RankSettings, month_of},
    store::{Executor, Result, macros::*},
};

/// Returns the settings of a website; the default without any.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn settings(executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Uuid) -> Result<RankSettings> {
    let sql = "SELECT connection_id, depth, wants_overview, month_budget_micros, spent_month, spent_micros, schedule_id
                 FROM rank_settings WHERE website_id = $1 AND workspace_id = $2";
    Ok(query_opt!(executor.into(), RankSettings, sql, website_id, workspace_id)?.unwrap_or_default())
}

/// Stores the settings of a website. What was spent and the schedule are unchanged.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn save_settings(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Uuid, new: &RankSettings,
) -> Result<()> {
    execute!(
        executor.into(),
        "INSERT INTO rank_settings (website_id, workspace_id, connection_id, depth, wants_overview, month_budget_micros,
           spent_month, spent_micros) VALUES ($1, $2, $3, $4, $5, $6, '', 0)
         ON CONFLICT (website_id) DO UPDATE SET connection_id = excluded.connection_id, depth = excluded.depth,
           wants_overview = excluded.wants_overview, month_budget_micros = excluded.month_budget_micros
          WHERE rank_settings.workspace_id = excluded.workspace_id",
        website_id,
        workspace_id,
        new.connection_id,
        new.depth,
        new.wants_overview,
        new.month_budget_micros
    )
    .map(|_| ())
}

/// Stores the default settings of a website that has none.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn ensure_settings(executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Uuid) -> Result<()> {
    let new = RankSettings::default();
    execute!(
        executor.into(),
        "INSERT INTO rank_settings (website_id, workspace_id, depth, wants_overview, month_budget_micros, spent_month,
           spent_micros) VALUES ($1, $2, $3, $4, $5, '', 0) ON CONFLICT (website_id) DO NOTHING",
        website_id,
        workspace_id,
        new.depth,
        new.wants_overview,
        new.month_budget_micros
    )
    .map(|_| ())
}

/// Records the schedule of the daily run, in settings that exist.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn set_schedule(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Uuid, schedule_id: Option<Uuid>,
) -> Result<()> {
    let sql = "UPDATE rank_settings SET schedule_id = $3 WHERE website_id = $1 AND workspace_id = $2";
    execute!(executor.into(), sql, website_id, workspace_id, schedule_id).map(|_| ())
}

/// Reserves money of the month's budget in one statement, so that no number of workers exceeds it. Returns false if the
/// budget does not cover it. The settings must exist.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn reserve(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Uuid, micros: i64, now: DateTime<Utc>,
) -> Result<bool> {
    let sql = "UPDATE rank_settings SET spent_month = $3,
                 spent_micros = CASE WHEN spent_month = $3 THEN spent_micros ELSE 0 END + $4
                WHERE website_id = $1 AND workspace_id = $2 AND (month_budget_micros IS NULL
                  OR CASE WHEN spent_month = $3 THEN spent_micros ELSE 0 END + $4 <= month_budget_micros)";
    Ok(execute!(executor.into(), sql, website_id, workspace_id, month_of(now), micros)? == 1)
}

/// Replaces a reservation of the same month by the cost. A reservation that is never settled, as of a killed worker, counts
/// until the end of the month.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn settle(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Uuid, (reserved, cost): (i64, i64),
    reserved_at: DateTime<Utc>,
) -> Result<()> {
    let sql =
        "UPDATE rank_settings SET spent_micros = CASE WHEN spent_micros + $4 > 0 THEN spent_micros + $4 ELSE 0 END
                WHERE website_id = $1 AND workspace_id = $2 AND spent_month = $3";
    let change = cost.saturating_sub(reserved);
    execute!(executor.into(), sql, website_id, workspace_id, month_of(reserved_at), change).map(|_| ())
}
