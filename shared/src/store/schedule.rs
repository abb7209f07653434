//! Schedules: a tick fires once, whoever sees it first.

use chrono::{DateTime, Utc};
use serde_json::Value;
use sqlx::types::Json;
use uuid::Uuid;

use super::{Executor, Result, Tx, macros::*};
use crate::domain::{run::RunKind, schedule::Schedule};

macro_rules! columns {
    () => {
        "id, workspace_id, user_id, website_id, kind, engine_id, action, payload, cron, next_at, last_at"
    };
}

/// A schedule to be.
#[derive(Debug, Clone)]
pub struct NewSchedule {
    /// Whose data its runs work on.
    pub workspace_id: Uuid,
    /// In whose name they run.
    pub user_id: Uuid,
    /// The website they are about.
    pub website_id: Option<Uuid>,
    /// What they do.
    pub kind: RunKind,
    /// The engine, for kind `engine`.
    pub engine_id: Option<String>,
    /// The engine's action.
    pub action: Option<String>,
    /// Their parameters.
    pub payload: Value,
    /// Five-field cron in UTC.
    pub cron: String,
    /// The first tick.
    pub next_at: DateTime<Utc>,
}

/// Adds a schedule; returns its id.
///
/// # Errors
/// Those of the database.
pub async fn insert(executor: impl Into<Executor<'_>>, new: &NewSchedule, now: DateTime<Utc>) -> Result<Uuid> {
    let id = crate::domain::new_id();
    insert_as(executor, id, new, now).await?;
    Ok(id)
}

/// Adds a schedule under an id that was chosen before.
///
/// # Errors
/// Those of the database; a conflict when the id is taken.
pub async fn insert_as(
    executor: impl Into<Executor<'_>>, id: Uuid, new: &NewSchedule, now: DateTime<Utc>,
) -> Result<()> {
    execute!(
        executor.into(),
        "INSERT INTO schedules (id, workspace_id, user_id, website_id, kind, engine_id, action, payload, cron, next_at,
           created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
        id,
        new.workspace_id,
        new.user_id,
        new.website_id,
        new.kind,
        new.engine_id.as_deref(),
        new.action.as_deref(),
        Json(&new.payload),
        &new.cron,
        new.next_at,
        now
    )
    .map(|_| ())
}

/// A schedule of the workspace.
///
/// # Errors
/// Those of the database.
pub async fn find(executor: impl Into<Executor<'_>>, workspace_id: Uuid, id: Uuid) -> Result<Option<Schedule>> {
    let sql = concat!("SELECT ", columns!(), " FROM schedules WHERE id = $1 AND workspace_id = $2");
    query_opt!(executor.into(), Schedule, sql, id, workspace_id)
}

/// The workspace's schedules, oldest first.
///
/// # Errors
/// Those of the database.
pub async fn list(executor: impl Into<Executor<'_>>, workspace_id: Uuid) -> Result<Vec<Schedule>> {
    let sql = concat!("SELECT ", columns!(), " FROM schedules WHERE workspace_id = $1 ORDER BY id");
    query_all!(executor.into(), Schedule, sql, workspace_id)
}

/// Deletes one of the workspace; false when there is none.
///
/// # Errors
/// Those of the database.
pub async fn delete(executor: impl Into<Executor<'_>>, workspace_id: Uuid, id: Uuid) -> Result<bool> {
    let sql = "DELETE FROM schedules WHERE id = $1 AND workspace_id = $2";
    Ok(execute!(executor.into(), sql, id, workspace_id)? == 1)
}

/// Schedules whose tick has come, of whatever workspace.
///
/// # Errors
/// Those of the database.
pub async fn due(executor: impl Into<Executor<'_>>, now: DateTime<Utc>) -> Result<Vec<Schedule>> {
    let sql = concat!("SELECT ", columns!(), " FROM schedules WHERE next_at <= $1 ORDER BY next_at LIMIT 500");
    query_all!(executor.into(), Schedule, sql, now)
}

/// Moves a schedule from the tick at `from` to `next_at`; false when somebody else has. The run that the tick
/// starts is stored in the same transaction, so a tick fires once or, if that fails, again.
///
/// # Errors
/// Those of the database.
pub async fn advance(tx: &mut Tx, id: Uuid, from: DateTime<Utc>, next_at: Option<DateTime<Utc>>) -> Result<bool> {
    let sql = "UPDATE schedules SET last_at = next_at, next_at = $3 WHERE id = $1 AND next_at = $2";
    Ok(execute!(tx, sql, id, from, next_at)? == 1)
}
