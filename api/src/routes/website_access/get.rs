//! Returns the access to a website.

use axum::extract::State;
use uuid::Uuid;

use super::view::{self, Answer};
use crate::{
    error::Result,
    extract::{Json, Member, Path},
    state::AppState,
};

/// Get the access to a website.
///
/// How its pages can be changed where they are. The credentials are never returned.
#[utoipa::path(
    get, path = "/api/websites/{id}/access", tag = "edits", params(("id" = Uuid, Path)),
    responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Path(id): Path<Uuid>,
) -> Result<Json<Answer>> {
    view::answer(&state, member.workspace_id, id).await
}
