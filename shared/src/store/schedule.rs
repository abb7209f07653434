//! Schedules: a tick fires once, whoever sees it first.

use chrono::{DateTime, Utc};
use serde_json::Value;
use sqlx::types::Json;
use uuid::Uuid;

use super::{Db, Result, Tx, macros::*};
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

/// Adds a schedule; answers its id.
///
/// # Errors
/// Those of the database.
pub async fn insert(db: &Db, new: &NewSchedule, now: DateTime<Utc>) -> Result<Uuid> {
    let id = crate::domain::new_id();
    execute!(
        db,
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
    )?;
    Ok(id)
}

/// The workspace's schedules, oldest first.
///
/// # Errors
/// Those of the database.
pub async fn list(db: &Db, workspace_id: Uuid) -> Result<Vec<Schedule>> {
    let sql = concat!("SELECT ", columns!(), " FROM schedules WHERE workspace_id = $1 ORDER BY id");
    query_all!(db, Schedule, sql, workspace_id)
}

/// Deletes one of the workspace; false when there is none.
///
/// # Errors
/// Those of the database.
pub async fn delete(db: &Db, workspace_id: Uuid, id: Uuid) -> Result<bool> {
    let sql = "DELETE FROM schedules WHERE id = $1 AND workspace_id = $2";
    Ok(execute!(db, sql, id, workspace_id)? == 1)
}

/// Schedules whose tick has come, of whatever workspace.
///
/// # Errors
/// Those of the database.
pub async fn due(db: &Db, now: DateTime<Utc>) -> Result<Vec<Schedule>> {
    let sql = concat!("SELECT ", columns!(), " FROM schedules WHERE next_at <= $1 ORDER BY next_at LIMIT 500");
    query_all!(db, Schedule, sql, now)
}

/// Moves a schedule from the tick at `from` to `next_at`; false when somebody else has. The run that the tick
/// starts is stored in the same transaction, so a tick fires once or, if that fails, again.
///
/// # Errors
/// Those of the database.
pub async fn advance(tx: &mut Tx, id: Uuid, from: DateTime<Utc>, next_at: Option<DateTime<Utc>>) -> Result<bool> {
    let sql = "UPDATE schedules SET last_at = next_at, next_at = $3 WHERE id = $1 AND next_at = $2";
    Ok(tx_execute!(tx, sql, id, from, next_at)? == 1)
}
