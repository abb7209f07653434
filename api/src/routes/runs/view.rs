//! A run as clients see it.

use crate::engine_id::EngineId;
use chrono::{DateTime, Utc};
use serde::Serialize;
use shared::domain::run::{Lane, Run, RunKind, RunStatus};
use utoipa::ToSchema;
use uuid::Uuid;

/// A run: something that takes time.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Run)]
pub(crate) struct RunView {
    /// Time-ordered.
    pub(crate) id: Uuid,
    /// Kind of effect.
    pub(crate) kind: RunKind,
    /// Engine, for kind `engine`.
    #[schema(value_type = Option<EngineId>)]
    pub(crate) engine_id: Option<String>,
    /// Action of the engine.
    pub(crate) action: Option<String>,
    /// The website it is about.
    pub(crate) website_id: Option<Uuid>,
    /// The import it is about.
    pub(crate) import_id: Option<Uuid>,
    /// Status.
    pub(crate) status: RunStatus,
    /// The lane that it waits in.
    pub(crate) lane: Lane,
    /// Progress.
    pub(crate) progress: ProgressView,
    /// How many times it has been taken up.
    pub(crate) attempt: i32,
    /// How many attempts it has at most.
    pub(crate) max_attempts: i32,
    /// Why its last attempt did not succeed.
    pub(crate) error: Option<RunErrorView>,
    /// Parent run.
    pub(crate) parent_id: Option<Uuid>,
    /// Its children, where it has any.
    pub(crate) children: Option<ChildrenView>,
    /// Whether its end has been asked for.
    pub(crate) cancel_requested: bool,
    /// When it was asked for.
    pub(crate) created_at: DateTime<Utc>,
    /// When its present or last attempt began.
    pub(crate) started_at: Option<DateTime<Utc>>,
    /// When it ended.
    pub(crate) finished_at: Option<DateTime<Utc>>,
    /// How long its last attempt took, in milliseconds; `null` before its end.
    pub(crate) duration_ms: Option<i64>,
}

/// How far a run is.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = RunProgress)]
pub(crate) struct ProgressView {
    /// 0 to 100.
    pub(crate) percent: i32,
    /// A word for the present stage; empty before the first.
    pub(crate) stage: String,
    /// A sentence for people; may be empty.
    pub(crate) message: String,
}

/// Why a run did not succeed.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = RunError)]
pub(crate) struct RunErrorView {
    /// A stable name.
    pub(crate) r#type: String,
    /// What is wrong and what to do.
    pub(crate) detail: String,
}

/// How many children a run has.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = RunChildren)]
pub(crate) struct ChildrenView {
    /// In all.
    pub(crate) total: i32,
    /// Ended, however.
    pub(crate) done: i32,
    /// Failed or cancelled.
    pub(crate) failed: i32,
}

impl From<Run> for RunView {
    fn from(run: Run) -> Self {
        let duration_ms = run.duration_ms();
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
            error: run.error.map(|error| RunErrorView { r#type: error.0.r#type, detail: error.0.detail }),
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
