//! Schedules: a tick fires once, whoever sees it first.

use chrono::{DateTime, Utc};
use serde_json::Value;
use sqlx::types::Json;
use uuid::Uuid;

use super::{Executor, Result, Tx, macros::*};
use crate::domain::{run::RunKind, schedule::Schedule};

macro_rules! columns {
    () => {
        "id, workspace_id, user_id, name, website_id, kind, engine_id, action, payload, cron, time_zone, paused, next_at,
         last_at, last_run_id, created_at"
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
    /// Its name; may be empty.
    pub name: String,
    /// A cron expression of five fields.
    pub cron: String,
    /// The time zone of the expression.
    pub time_zone: String,
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

/// A schedule of the workspace.
///
/// # Errors
/// Those of the database.
pub async fn find(executor: impl Into<Executor<'_>>, workspace_id: Uuid, id: Uuid) -> Result<Option<Schedule>> {
    let sql = concat!("SELECT ", columns!(), " FROM schedules WHERE id = $1 AND workspace_id = $2");
    query_opt!(executor.into(), Schedule, sql, id, workspace_id)
}

/// What of a schedule can be changed.
#[derive(Debug, Clone)]
pub struct ScheduleChange {
    /// Its name; may be empty.
    pub name: String,
    /// The website its runs are about.
    pub website_id: Option<Uuid>,
    /// The engine.
    pub engine_id: Option<String>,
    /// The engine's action.
    pub action: Option<String>,
    /// Their parameters.
    pub payload: Value,
    /// A cron expression of five fields.
    pub cron: String,
    /// The time zone of the expression.
    pub time_zone: String,
    /// Whether it is paused.
    pub paused: bool,
    /// The next tick; `None` while it is paused.
    pub next_at: Option<DateTime<Utc>>,
}

/// Changes one schedule of the workspace; false when there is none.
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

/// Notes which run the last tick started.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn note_run(tx: &mut Tx, id: Uuid, run_id: Uuid) -> Result<()> {
    execute!(tx, "UPDATE schedules SET last_run_id = $2 WHERE id = $1", id, run_id).map(|_| ())
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

/// Returns schedules whose tick has come, of all workspaces, as long as their user may still start runs there.
///
/// # Errors
/// Those of the database.
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

/// Moves a schedule from the tick at `from` to `next_at`; false when somebody else has. The run that the tick
/// starts is stored in the same transaction, so a tick fires once or, if that fails, again.
///
/// # Errors
/// Those of the database.
pub async fn advance(tx: &mut Tx, id: Uuid, from: DateTime<Utc>, next_at: Option<DateTime<Utc>>) -> Result<bool> {
    let sql = "UPDATE schedules SET last_at = next_at, next_at = $3 WHERE id = $1 AND next_at = $2";
    Ok(execute!(tx, sql, id, from, next_at)? == 1)
}
