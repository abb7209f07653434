//! A run, in responses.

use crate::engine_id::EngineId;
use chrono::{DateTime, Utc};
use serde::Serialize;
use shared::domain::run::{Lane, Run, RunKind, RunStatus};
use utoipa::ToSchema;
use uuid::Uuid;

/// A run: a unit of long-running work.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Run)]
pub(crate) struct RunView {
    /// Time-ordered.
    pub(crate) id: Uuid,
    /// Kind of the run.
    pub(crate) kind: RunKind,
    /// Engine, for kind `engine`.
    #[schema(value_type = Option<EngineId>)]
    pub(crate) engine_id: Option<String>,
    /// Action of the engine.
    pub(crate) action: Option<String>,
    /// Website.
    pub(crate) website_id: Option<Uuid>,
    /// Import.
    pub(crate) import_id: Option<Uuid>,
    /// Status.
    pub(crate) status: RunStatus,
    /// Lane.
    pub(crate) lane: Lane,
    /// Progress.
    pub(crate) progress: ProgressView,
    /// Number of attempts so far.
    pub(crate) attempt: i32,
    /// Maximum number of attempts.
    pub(crate) max_attempts: i32,
    /// Error of the latest attempt.
    pub(crate) error: Option<RunErrorView>,
    /// Parent run.
    pub(crate) parent_id: Option<Uuid>,
    /// Its children, if any.
    pub(crate) children: Option<ChildrenView>,
    /// Whether cancellation was requested.
    pub(crate) cancel_requested: bool,
    /// Time of the request.
    pub(crate) created_at: DateTime<Utc>,
    /// Start of the current or latest attempt.
    pub(crate) started_at: Option<DateTime<Utc>>,
    /// End of the run.
    pub(crate) finished_at: Option<DateTime<Utc>>,
    /// Duration of the latest attempt, in milliseconds; `null` before its end.
    pub(crate) duration_ms: Option<i64>,
}

/// Progress of a run.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = RunProgress)]
pub(crate) struct ProgressView {
    /// 0 to 100.
    pub(crate) percent: i32,
    /// Name of the current stage; empty before the first.
    pub(crate) stage: String,
    /// Message, one sentence; may be empty.
    pub(crate) message: String,
}

/// Error of a run.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = RunError)]
pub(crate) struct RunErrorView {
    /// Stable identifier.
    pub(crate) r#type: String,
    /// Problem and remedy.
    pub(crate) detail: String,
}

impl RunErrorView {
    /// Returns the error of the latest attempt of a run.
    pub(crate) fn of(run: &Run) -> Option<Self> {
        let error = run.error.as_ref()?;
        Some(Self { r#type: error.0.r#type.clone(), detail: error.0.detail.clone() })
    }
}

/// Number of children of a run.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = RunChildren)]
pub(crate) struct ChildrenView {
    /// Total number of children.
    pub(crate) total: i32,
    /// Number of finished children, regardless of outcome.
    pub(crate) done: i32,
    /// Number of failed or cancelled children.
    pub(crate) failed: i32,
}

impl From<Run> for RunView {
    fn from(run: Run) -> Self {
        let duration_ms = run.duration_ms();
        let error = RunErrorView::of(&run);
        let import_id = run.payload.get("importId").and_then(serde_json::Value::as_str);
        let children = (run.children_total > 0).then_some(ChildrenView {
            total: run.children_total,
            done: run.children_done,
            failed: run.children_failed,
        });
        Self {
            id: run.id,
            kind: run.kind,
            import_id: import_id.and_then(|id| id.parse().ok()),
            engine_id: run.engine_id,
            action: run.action,
            website_id: run.website_id,
            status: run.status,
            lane: run.lane,
            progress: ProgressView { percent: run.percent, stage: run.stage, message: run.message },
            attempt: run.attempt,
            max_attempts: run.max_attempts,
            error,
            parent_id: run.parent_id,
            children,
            cancel_requested: run.cancel_requested,
            created_at: run.created_at,
            started_at: run.started_at,
            finished_at: run.finished_at,
            duration_ms,
        }
    }
}
