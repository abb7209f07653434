//! Stops a campaign.

use axum::extract::State;
use serde_json::json;
use shared::{
    domain::now,
    store::{audit::Action, campaign},
};
use uuid::Uuid;

use super::view::{self, Answer};
use crate::{
    auth::session,
    error::Result,
    extract::{Changes, Json, Member, Path, RequestContext},
    state::AppState,
};

const REASON: &str = "A person stopped it.";

/// Stop a campaign.
///
/// Ends it for good. Sites that it has started are not affected: approve, cancel or delete them on their own. Requires an
/// editor.
#[utoipa::path(
    post, path = "/api/campaigns/{id}/stop", tag = "campaigns", operation_id = "campaigns_stop",
    params(("id" = Uuid, Path)), responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, context: RequestContext, member: Member<Changes>, Path(id): Path<Uuid>,
) -> Result<Json<Answer>> {
    let mut tx = state.db.begin().await?;
    let moved = campaign::stop(&mut tx, (member.workspace_id, id), REASON, now()).await?;
    let done = view::done(moved, "Only an active or paused campaign can be stopped.")?;
    let detail = json!({"campaignId": id});
    session::note(&mut tx, Some(member.caller.user_id), Action::CampaignStopped, &context, detail).await?;
    tx.commit().await?;
    view::deliver(&state, done).await;
    view::answer(&state, member.workspace_id, id).await
}
