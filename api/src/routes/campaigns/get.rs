//! Returns a campaign.

use axum::extract::State;
use uuid::Uuid;

use super::view::{self, Answer};
use crate::{
    error::Result,
    extract::{Json, Member, Path},
    state::AppState,
};

/// Get a campaign.
///
/// With its sites, its money and its next step.
#[utoipa::path(
    get, path = "/api/campaigns/{id}", tag = "campaigns", operation_id = "campaigns_get", params(("id" = Uuid, Path)),
    responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Path(id): Path<Uuid>,
) -> Result<Json<Answer>> {
    view::answer(&state, member.workspace_id, id).await
}
