//! Log of unusual events of a run.

use axum::extract::State;
use chrono::{DateTime, Utc};
use serde::Serialize;
use shared::store::run;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{
    error::{ApiError, Result},
    extract::{Json, Member, Path, Success},
    state::AppState,
};

/// A run's log, oldest first.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = RunLog)]
pub(super) struct Answer {
    success: Success,
    log: Vec<Line>,
}

/// An entry of a run's log.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = RunLogLine)]
pub(super) struct Line {
    /// Time of the event.
    at: DateTime<Utc>,
    /// Attempt.
    attempt: i32,
    /// Name of the event.
    #[schema(examples("retry"))]
    event: String,
    /// Description, one sentence.
    message: String,
}

/// Get the log of a run.
#[utoipa::path(get, path = "/api/runs/{id}/log", tag = "runs", params(("id" = Uuid, Path)), responses((status = 200, body = Answer)))]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Path(id): Path<Uuid>,
) -> Result<Json<Answer>> {
    run::find(&state.db, member.workspace_id, id).await?.ok_or(ApiError::NotFound("run"))?;
    let log = run::log(&state.db, member.workspace_id, id).await?;
    let log = log.into_iter().map(|entry| Line {
        at: entry.at,
        attempt: entry.attempt,
        event: entry.event,
        message: entry.message,
    });
    Ok(Json(Answer { success: Success, log: log.collect() }))
}
