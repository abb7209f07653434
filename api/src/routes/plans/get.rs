//! Returns a plan of the workspace.

use axum::extract::State;
use uuid::Uuid;

use super::view::{Answer, one};
use crate::{
    error::Result,
    extract::{Json, Member, Path, Success},
    state::AppState,
};

/// Get a plan with its steps.
#[utoipa::path(
    get, path = "/api/plans/{id}", tag = "plans", params(("id" = Uuid, Path)),
    responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Path(id): Path<Uuid>,
) -> Result<Json<Answer>> {
    Ok(Json(Answer { success: Success, plan: one(&state.db, member.workspace_id, id).await? }))
}
