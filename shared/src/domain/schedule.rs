//! Schedules of runs.

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
    /// Workspace of its runs.
    pub workspace_id: Uuid,
    /// User on whose behalf its runs are started.
    pub user_id: Uuid,
    /// Name; may be empty.
    pub name: String,
    /// Website.
    pub website_id: Option<Uuid>,
    /// Kind of its runs.
    pub kind: RunKind,
    /// Engine, for kind `engine`.
    pub engine_id: Option<String>,
    /// Action of the engine.
    pub action: Option<String>,
    /// Parameters of its runs.
    pub payload: Json<Value>,
    /// Cron expression of five fields.
    pub cron: String,
    /// Time zone of the expression.
    pub time_zone: String,
    /// Whether it is paused.
    pub paused: bool,
    /// Next time; `None` if it has none.
    pub next_at: Option<DateTime<Utc>>,
    /// Last time that started a run.
    pub last_at: Option<DateTime<Utc>>,
    /// Last run.
    pub last_run_id: Option<Uuid>,
    /// Last time at which no run was started, if there has been none since.
    pub skipped_at: Option<DateTime<Utc>>,
    /// Why.
    pub skipped_reason: Option<String>,
    /// Time of creation.
    pub created_at: DateTime<Utc>,
}
