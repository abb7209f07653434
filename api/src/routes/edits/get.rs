//! Returns an edit.

use axum::extract::State;
use uuid::Uuid;

use super::view::{self, Answer};
use crate::{
    error::Result,
    extract::{Json, Member, Path},
    state::AppState,
};

/// Get an edit.
///
/// With its changes, and the differences of each page once it is prepared.
#[utoipa::path(
    get, path = "/api/edits/{id}", tag = "edits", params(("id" = Uuid, Path)), responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Path(id): Path<Uuid>,
) -> Result<Json<Answer>> {
    view::answer(&state, member.workspace_id, id).await
}
