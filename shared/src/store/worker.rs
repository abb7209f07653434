//! Worker processes, as operators see them.

use chrono::{DateTime, Utc};
use serde::Serialize;
use sqlx::types::Json;
use uuid::Uuid;

use super::{Executor, Result, macros::*};
use crate::domain::run::Lane;

/// One worker process.
#[derive(Debug, Clone, Serialize, sqlx_macros::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct WorkerRow {
    /// New with every start.
    pub id: Uuid,
    /// The machine's name.
    pub host: String,
    /// The process' number there.
    pub pid: i64,
    /// Which lanes it serves.
    #[sqlx(json)]
    pub lanes: Vec<Lane>,
    /// How many runs it takes at once.
    pub slots: i32,
    /// How many it has.
    pub busy: i32,
    /// When it started.
    pub started_at: DateTime<Utc>,
    /// When it was last heard of.
    pub heartbeat_at: DateTime<Utc>,
}

/// Says that a worker is alive.
///
/// # Errors
/// Those of the database.
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

/// Workers heard of since `since`, oldest first.
///
/// # Errors
/// Those of the database.
pub async fn list(executor: impl Into<Executor<'_>>, since: DateTime<Utc>) -> Result<Vec<WorkerRow>> {
    query_all!(
        executor.into(),
        WorkerRow,
        "SELECT * FROM workers WHERE heartbeat_at >= $1 ORDER BY started_at, id",
        since
    )
}

/// Forgets a worker that has stopped, and those not heard of since `before`.
///
/// # Errors
/// Those of the database.
pub async fn forget(executor: impl Into<Executor<'_>>, id: Uuid, before: DateTime<Utc>) -> Result<()> {
    execute!(executor.into(), "DELETE FROM workers WHERE id = $1 OR heartbeat_at < $2", id, before).map(|_| ())
}
