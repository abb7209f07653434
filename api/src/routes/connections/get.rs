//! Returns a connection.

use axum::extract::State;
use uuid::Uuid;

use super::view::{self, Answer};
use crate::{
    error::Result,
    extract::{Json, Member, Path},
    state::AppState,
};

/// Get a connection.
#[utoipa::path(
    get, path = "/api/connections/{id}", tag = "connections", params(("id" = Uuid, Path)),
    responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Path(id): Path<Uuid>,
) -> Result<Json<Answer>> {
    Ok(Json(view::answer(&state, member.workspace_id, id).await?))
}
