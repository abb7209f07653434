//! Pauses the children of a run.

use axum::extract::State;
use shared::store::run;
use uuid::Uuid;

use super::get::Answer;
use crate::{
    error::{ApiError, FieldError, Result},
    extract::{Changes, Json, Member, Path},
    state::AppState,
};

/// Pause a run.
///
/// Holds back its children that have not started. Runs without children cannot be paused.
#[utoipa::path(post, path = "/api/runs/{id}/pause", tag = "runs", params(("id" = Uuid, Path)), responses((status = 200, body = Answer)))]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member<Changes>, Path(id): Path<Uuid>,
) -> Result<Json<Answer>> {
    let found = run::find(&state.db, member.workspace_id, id).await?.ok_or(ApiError::NotFound("run"))?;
    let paused = run::pause(&state.db, member.workspace_id, id, shared::domain::now()).await?;
    match paused {
        Some(run) => Ok(Json(run.into())),
        None if found.children_total == 0 => {
            Err(ApiError::Conflict(FieldError::new("/children", "Only a run with children can be paused.")))
        }
        None => {
            let detail = format!("Only a running run can be paused; this one is {}.", found.status);
            Err(ApiError::Conflict(FieldError::new("/status", detail)))
        }
    }
}
