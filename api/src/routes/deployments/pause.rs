//! Pauses a deployment.

use axum::extract::State;
use shared::{domain::now, events, store::deployment};
use uuid::Uuid;

use super::view::{self, Answer};
use crate::{
    error::Result,
    extract::{Changes, Json, Member, Path},
    state::AppState,
};

/// Pause a deployment.
///
/// Holds back its runs that have not started. Requires an editor.
#[utoipa::path(
    post, path = "/api/deployments/{id}/pause", tag = "sites", params(("id" = Uuid, Path)),
    responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member<Changes>, Path(id): Path<Uuid>,
) -> Result<Json<Answer>> {
    let acted = deployment::pause(&state.db, member.workspace_id, id, now()).await?;
    let (_, stored) = view::done(acted, "Only a deployment that is building or deploying can be paused.")?;
    events::publish_stored(&state.bus, stored);
    view::answer(&state, member.workspace_id, id).await
}
