//! Schedules: each scheduled time starts one run, whichever worker sees it first.

use chrono::{DateTime, Utc};
use serde_json::Value;
use sqlx::types::Json;
use uuid::Uuid;

use super::{Executor, Result, Tx, macros::*};
use crate::domain::{run::RunKind, schedule::Schedule};

macro_rules! columns {
    () => {
        "id, workspace_id, user_id, name, website_id, kind, engine_id, action, payload, cron, time_zone, paused, next_at,
         last_at, last_run_id, skipped_at, skipped_reason, created_at"
    };
}

/// A schedule to store.
#[derive(Debug, Clone)]
pub struct NewSchedule {
    /// Workspace of its runs.
    pub workspace_id: Uuid,
    /// User on whose behalf its runs are started.
    pub user_id: Uuid,
    /// Website.
    pub website_id: Option<Uuid>,
    /// Kind of its runs.
    pub kind: RunKind,
    /// Engine, for kind `engine`.
    pub engine_id: Option<String>,
    /// Action of the engine.
    pub action: Option<String>,
    /// Parameters of its runs.
    pub payload: Value,
    /// Name; may be empty.
    pub name: String,
    /// A cron expression of five fields.
    pub cron: String,
    /// Time zone of the expression.
    pub time_zone: String,
    /// First time.
    pub next_at: DateTime<Utc>,
}

/// Stores a schedule; returns its id.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn insert(executor: impl Into<Executor<'_>>, new: &NewSchedule, now: DateTime<Utc>) -> Result<Uuid> {
    let id = crate::domain::new_id();
    insert_as(executor, id, new, now).await?;
    Ok(id)
}

/// Stores a schedule with a given id.
///
/// # Errors
/// Returns an error if the query fails; a conflict if the id exists.
pub async fn insert_as(
    executor: impl Into<Executor<'_>>, id: Uuid, new: &NewSchedule, now: DateTime<Utc>,
) -> Result<()> {
    execute!(
        executor.into(),
        "INSERT INTO schedules (id, workspace_id, user_id, website_id, kind, engine_id, action, payload, cron, next_at,
           created_at, name, time_zone) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)",
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
        now,
        &new.name,
        &new.time_zone
    )
    .map(|_| ())
}

/// Returns a schedule of the workspace.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn find(executor: impl Into<Executor<'_>>, workspace_id: Uuid, id: Uuid) -> Result<Option<Schedule>> {
    let sql = concat!("SELECT ", columns!(), " FROM schedules WHERE id = $1 AND workspace_id = $2");
    query_opt!(executor.into(), Schedule, sql, id, workspace_id)
}

/// Editable fields of a schedule.
#[derive(Debug, Clone)]
pub struct ScheduleChange {
    /// Name; may be empty.
    pub name: String,
    /// Website of its runs.
    pub website_id: Option<Uuid>,
    /// Engine.
    pub engine_id: Option<String>,
    /// Action of the engine.
    pub action: Option<String>,
    /// Parameters of its runs.
    pub payload: Value,
    /// A cron expression of five fields.
    pub cron: String,
    /// Time zone of the expression.
    pub time_zone: String,
    /// Whether it is paused.
    pub paused: bool,
    /// Next time; `None` while it is paused.
    pub next_at: Option<DateTime<Utc>>,
}

/// Updates a schedule of the workspace; returns false if it does not exist.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn update(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, id: Uuid, change: &ScheduleChange,
) -> Result<bool> {
    let changed = execute!(
        executor.into(),
        "UPDATE schedules SET name = $3, website_id = $4, engine_id = $5, action = $6, payload = $7, cron = $8,
           time_zone = $9, paused = $10, next_at = $11 WHERE id = $1 AND workspace_id = $2",
        id,
        workspace_id,
        &change.name,
        change.website_id,
        change.engine_id.as_deref(),
        change.action.as_deref(),
        Json(&change.payload),
        &change.cron,
        &change.time_zone,
        change.paused,
        change.next_at
    )?;
    Ok(changed == 1)
}

/// Records the run of the last time.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn note_run(tx: &mut Tx, id: Uuid, run_id: Uuid) -> Result<()> {
    let sql = "UPDATE schedules SET last_run_id = $2, skipped_at = NULL, skipped_reason = NULL WHERE id = $1";
    execute!(tx, sql, id, run_id).map(|_| ())
}

/// Records why a time started no run.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn note_skipped(tx: &mut Tx, id: Uuid, at: DateTime<Utc>, reason: &str) -> Result<()> {
    let sql = "UPDATE schedules SET skipped_at = $2, skipped_reason = $3 WHERE id = $1";
    execute!(tx, sql, id, at, reason).map(|_| ())
}

/// Lists the workspace's schedules, oldest first.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn list(executor: impl Into<Executor<'_>>, workspace_id: Uuid) -> Result<Vec<Schedule>> {
    let sql = concat!("SELECT ", columns!(), " FROM schedules WHERE workspace_id = $1 ORDER BY id");
    query_all!(executor.into(), Schedule, sql, workspace_id)
}

/// Deletes a schedule of the workspace; returns false if it does not exist.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn delete(executor: impl Into<Executor<'_>>, workspace_id: Uuid, id: Uuid) -> Result<bool> {
    let sql = "DELETE FROM schedules WHERE id = $1 AND workspace_id = $2";
    Ok(execute!(executor.into(), sql, id, workspace_id)? == 1)
}

/// Returns due schedules of all workspaces, if their user may still start runs there.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn due(executor: impl Into<Executor<'_>>, now: DateTime<Utc>) -> Result<Vec<Schedule>> {
    let sql = concat!(
        "SELECT ",
        columns!(),
        " FROM schedules WHERE next_at <= $1
            AND EXISTS (SELECT 1 FROM members JOIN users ON users.id = members.user_id
                         WHERE members.workspace_id = schedules.workspace_id AND members.user_id = schedules.user_id
                           AND members.role <> 'viewer' AND users.disabled_at IS NULL)
          ORDER BY next_at LIMIT 500"
    );
    query_all!(executor.into(), Schedule, sql, now)
}

/// Moves a schedule from the time `from` to `next_at`; returns false if another worker has done so. The run of that
/// time is stored in the same transaction, so a time starts one run or, if the transaction fails, is retried.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn advance(tx: &mut Tx, id: Uuid, from: DateTime<Utc>, next_at: Option<DateTime<Utc>>) -> Result<bool> {
    let sql = "UPDATE schedules SET last_at = next_at, next_at = $3 WHERE id = $1 AND next_at = $2";
    Ok(execute!(tx, sql, id, from, next_at)? == 1)
}
