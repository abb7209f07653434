//! Statistics of runs, for status pages.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use crate::store::{Executor, Result, macros::*};

/// Number of an engine's runs in a workspace.
#[derive(Debug, Clone, sqlx_macros::FromRow)]
pub struct EngineFigures {
    /// Engine.
    pub engine_id: String,
    /// Number of stored runs.
    pub runs: i64,
    /// Number of failed runs.
    pub failures: i64,
}

/// Duration of an engine's successful runs.
#[derive(Debug, Clone, sqlx_macros::FromRow)]
pub struct EngineTime {
    /// Engine.
    pub engine_id: String,
    /// Median duration in milliseconds.
    pub median_ms: f64,
}

macro_rules! medians {
    ($ms:literal) => {
        concat!(
            "SELECT engine_id, CAST(AVG(ms) AS DOUBLE PRECISION) AS median_ms FROM (
               SELECT engine_id, ms, ROW_NUMBER() OVER (PARTITION BY engine_id ORDER BY ms) AS place,
                      COUNT(*) OVER (PARTITION BY engine_id) AS total
                 FROM (SELECT engine_id, ",
            $ms,
            " AS ms FROM runs WHERE workspace_id = $1 AND engine_id IS NOT NULL AND ($2 IS NULL OR website_id = $2)
                         AND status = 'succeeded' AND started_at IS NOT NULL) timed) placed
              WHERE place IN ((total + 1) / 2, (total + 2) / 2) GROUP BY engine_id"
        )
    };
}

/// Returns the median duration of each engine's successful runs in the workspace, for one website if given.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn median_times(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Option<Uuid>,
) -> Result<Vec<EngineTime>> {
    let mut executor = executor.into();
    let sql = executor.dialect(
        medians!("EXTRACT(EPOCH FROM finished_at - started_at) * 1000"),
        medians!("(julianday(finished_at) - julianday(started_at)) * 86400000"),
    );
    query_all!(executor, EngineTime, sql, workspace_id, website_id)
}

/// Counts the runs of each engine in the workspace, for one website if given.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn by_engine(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Option<Uuid>,
) -> Result<Vec<EngineFigures>> {
    query_all!(
        executor.into(),
        EngineFigures,
        "SELECT engine_id, COUNT(*) AS runs, COUNT(*) FILTER (WHERE status = 'failed') AS failures FROM runs
          WHERE workspace_id = $1 AND engine_id IS NOT NULL AND ($2 IS NULL OR website_id = $2) GROUP BY engine_id",
        workspace_id,
        website_id
    )
}

/// Counts the finished and the failed runs of the workspace that were requested since `since`.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn ended_since(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, since: DateTime<Utc>,
) -> Result<(i64, i64)> {
    let row = query_opt!(
        executor.into(),
        (i64, i64),
        "SELECT COUNT(*), COUNT(*) FILTER (WHERE status = 'failed') FROM runs
          WHERE workspace_id = $1 AND id >= $2 AND finished_at IS NOT NULL",
        workspace_id,
        first_id(since)
    )?;
    Ok(row.unwrap_or((0, 0)))
}

/// Smallest id of a run created at `at`: ids begin with their millisecond.
fn first_id(at: DateTime<Utc>) -> Uuid {
    let millis = u64::try_from(at.timestamp_millis()).unwrap_or(0);
    Uuid::from_u128(u128::from(millis) << 80)
}
