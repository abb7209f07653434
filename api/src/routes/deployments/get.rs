//! Returns a deployment.

use axum::extract::State;
use uuid::Uuid;

use super::view::{self, Answer};
use crate::{
    error::Result,
    extract::{Json, Member, Path},
    state::AppState,
};

/// Get a deployment.
///
/// With the sites that are not live and the reasons, at most 200.
#[utoipa::path(
    get, path = "/api/deployments/{id}", tag = "sites", params(("id" = Uuid, Path)),
    responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Path(id): Path<Uuid>,
) -> Result<Json<Answer>> {
    view::answer(&state, member.workspace_id, id).await
}
