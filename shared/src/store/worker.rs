//! Worker processes, for operators.

use chrono::{DateTime, Utc};
use serde::Serialize;
use sqlx::types::Json;
use uuid::Uuid;

use super::{Executor, Result, macros::*};
use crate::domain::run::Lane;

/// A worker process.
#[derive(Debug, Clone, Serialize, sqlx_macros::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct WorkerRow {
    /// Generated at every start.
    pub id: Uuid,
    /// Host name.
    pub host: String,
    /// Process id.
    pub pid: i64,
    /// Lanes.
    #[sqlx(json)]
    pub lanes: Vec<Lane>,
    /// Maximum number of concurrent runs.
    pub slots: i32,
    /// Number of running runs.
    pub busy: i32,
    /// Start time.
    pub started_at: DateTime<Utc>,
    /// Time of the last heartbeat.
    pub heartbeat_at: DateTime<Utc>,
}

/// Stores the heartbeat of a worker.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn heartbeat(executor: impl Into<Executor<'_>>, row: &WorkerRow) -> Result<()> {
    execute!(
        executor.into(),
        "INSERT INTO workers (id, host, pid, lanes, slots, busy, started_at, heartbeat_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
         ON CONFLICT (id) DO UPDATE SET busy = excluded.busy, heartbeat_at = excluded.heartbeat_at",
        row.id,
        &row.host,
        row.pid,
        Json(&row.lanes),
        row.slots,
        row.busy,
        row.started_at,
        row.heartbeat_at
    )
    .map(|_| ())
}

/// Lists workers with a heartbeat since `since`, oldest first.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn list(executor: impl Into<Executor<'_>>, since: DateTime<Utc>) -> Result<Vec<WorkerRow>> {
    query_all!(
        executor.into(),
        WorkerRow,
        "SELECT * FROM workers WHERE heartbeat_at >= $1 ORDER BY started_at, id",
        since
    )
}

/// Deletes a worker that has stopped, and those without a heartbeat since `before`.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn forget(executor: impl Into<Executor<'_>>, id: Uuid, before: DateTime<Utc>) -> Result<()> {
    execute!(executor.into(), "DELETE FROM workers WHERE id = $1 OR heartbeat_at < $2", id, before).map(|_| ())
}
