//! Pauses a campaign.

use axum::extract::State;
use shared::{domain::now, store::campaign};
use uuid::Uuid;

use super::view::{self, Answer};
use crate::{
    error::Result,
    extract::{Changes, Json, Member, Path},
    state::AppState,
};

const REASON: &str = "A person paused it.";

/// Pause a campaign.
///
/// No step is done until a person resumes it. Sites that it has started are not affected. Requires an editor.
#[utoipa::path(
    post, path = "/api/campaigns/{id}/pause", tag = "campaigns", operation_id = "campaigns_pause",
    params(("id" = Uuid, Path)), responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member<Changes>, Path(id): Path<Uuid>,
) -> Result<Json<Answer>> {
    let mut tx = state.db.begin().await?;
    let moved = campaign::pause(&mut tx, (member.workspace_id, id), REASON, now()).await?;
    let done = view::done(moved, "Only an active campaign can be paused.")?;
    tx.commit().await?;
    view::deliver(&state, done).await;
    view::answer(&state, member.workspace_id, id).await
}
