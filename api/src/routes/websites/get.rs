//! Returns a website of the workspace.

use axum::extract::State;
use shared::store::website;
use uuid::Uuid;

use super::answer::Answer;
use crate::{
    error::{ApiError, Result},
    extract::{Json, Member, Path, Success},
    state::AppState,
};

/// Get a website.
#[utoipa::path(
    get, path = "/api/websites/{id}", tag = "websites", params(("id" = Uuid, Path)),
    responses((status = 200, body = Answer))
)]
pub async fn handler(State(state): State<AppState>, member: Member, Path(id): Path<Uuid>) -> Result<Json<Answer>> {
    let website = website::find(&state.db, member.workspace_id, id).await?.ok_or(ApiError::NotFound("website"))?;
    Ok(Json(Answer { success: Success, website: website.into() }))
}
