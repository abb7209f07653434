//! Completed tasks of plans.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::{Executor, Result, Tx, macros::*};

/// A completed task.
#[derive(Debug, Clone, sqlx_macros::FromRow)]
pub struct Task {
    /// Website of the task.
    pub website_id: Option<Uuid>,
    /// Title of the task.
    pub title: String,
    /// Instructions or facts for the task.
    pub detail: String,
}

/// Finds a completed task.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn find(executor: impl Into<Executor<'_>>, workspace_id: Uuid, id: Uuid) -> Result<Option<Task>> {
    let sql = "SELECT website_id, title, detail FROM tasks WHERE id = $1 AND workspace_id = $2";
    query_opt!(executor.into(), Task, sql, id, workspace_id)
}

/// Records a completed task with its user.
///
/// # Errors
/// Returns an error if the statement fails.
pub async fn insert(
    tx: &mut Tx, workspace_id: Uuid, user_id: Uuid, id: Uuid, task: &Task, now: DateTime<Utc>,
) -> Result<()> {
    execute!(
        tx,
        "INSERT INTO tasks (id, workspace_id, website_id, title, detail, done_by, done_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
        id,
        workspace_id,
        task.website_id,
        &task.title,
        &task.detail,
        user_id,
        now
    )
    .map(|_| ())
}

/// Deletes the record of a task.
///
/// # Errors
/// Returns an error if the statement fails.
pub async fn delete(tx: &mut Tx, workspace_id: Uuid, id: Uuid) -> Result<()> {
    execute!(tx, "DELETE FROM tasks WHERE id = $1 AND workspace_id = $2", id, workspace_id).map(|_| ())
}
