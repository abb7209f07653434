//! Returns an annotation of the workspace.

use axum::extract::State;
use shared::store::annotation;
use uuid::Uuid;

use super::view::Answer;
use crate::{
    error::{ApiError, Result},
    extract::{Json, Member, Path},
    state::AppState,
};

/// Get an annotation.
#[utoipa::path(
    get, path = "/api/annotations/{id}", tag = "annotations", params(("id" = Uuid, Path)),
    responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Path(id): Path<Uuid>,
) -> Result<Json<Answer>> {
    let noted = annotation::find(&state.db, member.workspace_id, id).await?.ok_or(ApiError::NotFound("annotation"))?;
    Ok(Json(noted.into()))
}
