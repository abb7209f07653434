//! Resumes a campaign.

use axum::extract::State;
use serde_json::json;
use shared::{
    domain::now,
    store::{audit::Action, campaign},
};
use uuid::Uuid;

use super::{
    launch::ready,
    view::{self, Answer},
};
use crate::{
    auth::session,
    error::Result,
    extract::{Changes, Json, Member, Path, Person, RequestContext},
    routes::sites::start,
    state::AppState,
};

/// Resume a campaign.
///
/// Starts the step of today, unless it is done. Requires a signed-in editor, who approves the campaign as it is now; API keys
/// are refused.
#[utoipa::path(
    post, path = "/api/campaigns/{id}/resume", tag = "campaigns", operation_id = "campaigns_resume",
    params(("id" = Uuid, Path)), responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, context: RequestContext, person: Person, member: Member<Changes>,
    Path(id): Path<Uuid>,
) -> Result<Json<Answer>> {
    let workspace_id = member.workspace_id;
    ready(&state, workspace_id, id).await?;
    let mut tx = state.db.begin().await?;
    start::check_kill_switch(&mut tx, workspace_id).await?;
    let key = (workspace_id, id);
    let moved = campaign::resume(&mut tx, state.settings.workspace, key, person.user_id, now()).await?;
    let done = view::done(moved, "Only a paused campaign can be resumed.")?;
    let detail = json!({"campaignId": id});
    session::note(&mut tx, Some(person.user_id), Action::CampaignResumed, &context, detail).await?;
    tx.commit().await?;
    view::deliver(&state, done).await;
    view::answer(&state, workspace_id, id).await
}
