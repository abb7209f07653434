//! A schedule, in responses.

use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::{Value, json};
use shared::domain::{run::RunKind, schedule::Schedule};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{engine_id::EngineId, extract::Success};

/// A schedule.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Schedule)]
pub(super) struct ScheduleView {
    id: Uuid,
    /// Name; may be empty.
    name: String,
    /// Kind of its runs: `engine`, `sync` for a data source, `crawl`, a check of ranks or AI answers, or `keyword_data`.
    kind: RunKind,
    /// Engine, for kind `engine`.
    #[schema(value_type = Option<EngineId>)]
    engine_id: Option<String>,
    action: Option<String>,
    website_id: Option<Uuid>,
    /// Parameters as described by the engine, for kind `engine`.
    #[schema(value_type = Object)]
    parameters: Value,
    /// Five fields: minute, hour, day of the month, month, day of the week (0 and 7 are Sunday).
    #[schema(examples("30 6 * * 1"))]
    cron: String,
    #[schema(examples("Europe/Berlin"))]
    time_zone: String,
    paused: bool,
    /// Time of the next run; `null` while paused.
    next_run_at: Option<DateTime<Utc>>,
    last_run_at: Option<DateTime<Utc>>,
    last_run_id: Option<Uuid>,
    /// Last time that started no run, if none was started since.
    skipped_at: Option<DateTime<Utc>>,
    /// Why it started none.
    skipped_reason: Option<String>,
    /// User on whose behalf it runs.
    created_by: Uuid,
    created_at: DateTime<Utc>,
}

/// A schedule.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OneSchedule)]
pub(super) struct Answer {
    success: Success,
    schedule: ScheduleView,
}

impl From<Schedule> for ScheduleView {
    fn from(stored: Schedule) -> Self {
        Self {
            id: stored.id,
            name: stored.name,
            kind: stored.kind,
            engine_id: stored.engine_id,
            action: stored.action,
            website_id: stored.website_id,
            parameters: stored.payload.0.get("parameters").cloned().unwrap_or_else(|| json!({})),
            cron: stored.cron,
            time_zone: stored.time_zone,
            paused: stored.paused,
            next_run_at: stored.next_at,
            last_run_at: stored.last_at,
            last_run_id: stored.last_run_id,
            skipped_at: stored.skipped_at,
            skipped_reason: stored.skipped_reason,
            created_by: stored.user_id,
            created_at: stored.created_at,
        }
    }
}

impl From<Schedule> for Answer {
    fn from(stored: Schedule) -> Self {
        Self { success: Success, schedule: stored.into() }
    }
}
