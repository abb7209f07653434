//! Resumes a paused run.

use axum::extract::State;
use shared::{domain::run::Lane, store::run};
use uuid::Uuid;

use super::get::Answer;
use crate::{
    error::{ApiError, FieldError, Result},
    extract::{Changes, Json, Member, Path},
    state::AppState,
};

/// Resume a paused run.
#[utoipa::path(post, path = "/api/runs/{id}/resume", tag = "runs", params(("id" = Uuid, Path)), responses((status = 200, body = Answer)))]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member<Changes>, Path(id): Path<Uuid>,
) -> Result<Json<Answer>> {
    let found = run::find(&state.db, member.workspace_id, id).await?.ok_or(ApiError::NotFound("run"))?;
    let resumed = run::resume(&state.db, member.workspace_id, id, shared::domain::now()).await?;
    let Some((run, due)) = resumed else {
        let detail = format!("Only a paused run can be resumed; this one is {}.", found.status);
        return Err(ApiError::Conflict(FieldError::new("/status", detail)));
    };
    for lane in Lane::ALL {
        let due: Vec<_> = due.iter().filter(|run| run.lane == *lane).map(run::Due::delivery).collect();
        if let Err(error) = state.queue.deliver(*lane, &due).await {
            tracing::warn!(%error, queue.lane = %lane, "runs were resumed but not delivered; the reconciler will");
        }
    }
    Ok(Json(run.into()))
}
