//! Returns a buyer.

use axum::extract::State;
use shared::store::buyer;
use uuid::Uuid;

use super::Answer;
use crate::{
    error::{ApiError, Result},
    extract::{Json, Member, Path, Success},
    state::AppState,
};

/// Get a buyer.
#[utoipa::path(
    get, path = "/api/buyers/{id}", tag = "leads", params(("id" = Uuid, Path)), responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Path(id): Path<Uuid>,
) -> Result<Json<Answer>> {
    let buyer = buyer::find(&state.db, member.workspace_id, id).await?.ok_or(ApiError::NotFound("buyer"))?;
    Ok(Json(Answer { success: Success, buyer }))
}
