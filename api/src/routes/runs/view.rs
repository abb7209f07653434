//! A run as clients see it.

use chrono::{DateTime, Utc};
use serde::Serialize;
use shared::domain::run::Run;
use utoipa::ToSchema;
use uuid::Uuid;

/// A run: something that takes time.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Run)]
pub struct RunView {
    /// Time-ordered.
    pub id: Uuid,
    /// What it does.
    #[schema(examples("engine", "import"))]
    pub kind: &'static str,
    /// The engine, for kind `engine`.
    pub engine_id: Option<String>,
    /// The engine's action.
    pub action: Option<String>,
    /// The website it is about.
    pub website_id: Option<Uuid>,
    /// The import it is about.
    pub import_id: Option<Uuid>,
    /// Where it stands: queued, running, paused, succeeded, failed or cancelled.
    #[schema(examples("running"))]
    pub status: &'static str,
    /// The stream of work: interactive or batch.
    #[schema(examples("interactive"))]
    pub lane: &'static str,
    /// How far it is.
    pub progress: ProgressView,
    /// How many times it has been taken up.
    pub attempt: i32,
    /// How many attempts it has at most.
    pub max_attempts: i32,
    /// Why its last attempt did not succeed.
    pub error: Option<RunErrorView>,
    /// The run whose child it is.
    pub parent_id: Option<Uuid>,
    /// Its children, where it has any.
    pub children: Option<ChildrenView>,
    /// Whether its end has been asked for.
    pub cancel_requested: bool,
    /// When it was asked for.
    pub created_at: DateTime<Utc>,
    /// When its present or last attempt began.
    pub started_at: Option<DateTime<Utc>>,
    /// When it ended.
    pub finished_at: Option<DateTime<Utc>>,
    /// How long its last attempt took, in milliseconds; `null` before its end.
    pub duration_ms: Option<i64>,
}

/// How far a run is.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = RunProgress)]
pub struct ProgressView {
    /// 0 to 100.
    pub percent: i32,
    /// A word for the present stage; empty before the first.
    pub stage: String,
    /// A sentence for people; may be empty.
    pub message: String,
}

/// Why a run did not succeed.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = RunError)]
pub struct RunErrorView {
    /// A stable name.
    pub r#type: String,
    /// What is wrong and what to do.
    pub detail: String,
}

/// How many children a run has.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = RunChildren)]
pub struct ChildrenView {
    /// In all.
    pub total: i32,
    /// Ended, however.
    pub done: i32,
    /// Failed or cancelled.
    pub failed: i32,
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
            kind: run.kind.as_str(),
            import_id: import_id.and_then(|id| id.parse().ok()),
            engine_id: run.engine_id,
            action: run.action,
            website_id: run.website_id,
            status: run.status.as_str(),
            lane: run.lane.as_str(),
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
