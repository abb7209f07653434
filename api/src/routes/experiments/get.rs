//! Returns an experiment of the workspace.

use axum::extract::State;
use shared::store::experiment;
use uuid::Uuid;

use super::view::Answer;
use crate::{
    error::{ApiError, Result},
    extract::{Json, Member, Path, Success},
    state::AppState,
};

/// Get an experiment.
///
/// Includes its power analysis and its outcome.
#[utoipa::path(
    get, path = "/api/experiments/{id}", tag = "experiments", params(("id" = Uuid, Path)),
    responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Path(id): Path<Uuid>,
) -> Result<Json<Answer>> {
    let found = experiment::find(&state.db, member.workspace_id, id).await?.ok_or(ApiError::NotFound("experiment"))?;
    Ok(Json(Answer { success: Success, experiment: found.into() }))
}
