//! Schedules: runs that a clock starts.

use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::Value;
use sqlx::types::Json;
use uuid::Uuid;

use super::run::RunKind;

/// A schedule as stored.
#[derive(Debug, Clone, Serialize, sqlx_macros::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct Schedule {
    /// Time-ordered.
    pub id: Uuid,
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
    pub payload: Json<Value>,
    /// When: five-field cron in UTC.
    pub cron: String,
    /// The next tick; `None` when it is switched off.
    pub next_at: Option<DateTime<Utc>>,
    /// The last tick that fired.
    pub last_at: Option<DateTime<Utc>>,
}
