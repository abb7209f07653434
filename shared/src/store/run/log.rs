//! Log of unusual events of a run.

use chrono::{DateTime, Utc};
use serde::Serialize;
use uuid::Uuid;

use crate::store::{Executor, Result, Tx, macros::*};

/// An entry of a run's log.
#[derive(Debug, Clone, Serialize, sqlx_macros::FromRow)]
pub struct LogEntry {
    /// Time.
    pub at: DateTime<Utc>,
    /// Attempt.
    pub attempt: i32,
    /// `failed`, `retry`, `lease-lost`, `cancel-requested`, `cancelled`, `retried`, `paused`, `resumed`, `released`.
    pub event: String,
    /// Message, a sentence.
    pub message: String,
}

/// Lists the log of a run of the workspace, oldest first.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn log(executor: impl Into<Executor<'_>>, workspace_id: Uuid, run_id: Uuid) -> Result<Vec<LogEntry>> {
    query_all!(
        executor.into(),
        LogEntry,
        "SELECT run_log.at, run_log.attempt, run_log.event, run_log.message FROM run_log
           JOIN runs ON runs.id = run_log.run_id
          WHERE run_log.run_id = $1 AND runs.workspace_id = $2 ORDER BY run_log.id",
        run_id,
        workspace_id
    )
}

/// Adds an entry.
pub(super) async fn note(
    tx: &mut Tx, run_id: Uuid, attempt: i32, event: &str, message: &str, at: DateTime<Utc>,
) -> Result<()> {
    execute!(
        tx,
        "INSERT INTO run_log (run_id, id, at, attempt, event, message) VALUES ($1, $2, $3, $4, $5, $6)",
        run_id,
        crate::domain::new_id(),
        at,
        attempt,
        event,
        message
    )
    .map(|_| ())
}
