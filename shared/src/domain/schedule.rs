//! Schedules: runs that a clock starts.

use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::Value;
use sqlx::types::Json;
use uuid::Uuid;

use super::run::RunKind;

/// A stored schedule.
#[derive(Debug, Clone, Serialize, sqlx_macros::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct Schedule {
    /// Time-ordered.
    pub id: Uuid,
    /// The workspace whose data its runs work on.
    pub workspace_id: Uuid,
    /// The user in whose name they run.
    pub user_id: Uuid,
    /// Its name; may be empty.
    pub name: String,
    /// The website they are about.
    pub website_id: Option<Uuid>,
    /// What they do.
    pub kind: RunKind,
    /// The engine, for kind `engine`.
    pub engine_id: Option<String>,
    /// The engine's action.
    pub action: Option<String>,
    /// Their parameters.
    pub payload: Json<Value>,
    /// When: a cron expression of five fields.
    pub cron: String,
    /// The time zone of the expression.
    pub time_zone: String,
    /// Whether somebody has paused it.
    pub paused: bool,
    /// The next tick; `None` when it is switched off.
    pub next_at: Option<DateTime<Utc>>,
    /// The last tick that fired.
    pub last_at: Option<DateTime<Utc>>,
    /// The run that the last tick started.
    pub last_run_id: Option<Uuid>,
    /// When it was made.
    pub created_at: DateTime<Utc>,
}
