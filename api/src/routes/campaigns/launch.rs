//! Launches a campaign.

use axum::extract::State;
use serde_json::json;
use shared::{
    domain::now,
    store::{audit::Action, campaign},
};
use uuid::Uuid;

use super::{
    body, market_pool,
    view::{self, Answer},
};
use crate::{
    auth::session,
    error::{ApiError, Result},
    extract::{Changes, Json, Member, Path, Person, RequestContext},
    routes::{site_operator, sites::start},
    state::AppState,
};

/// Launch a campaign.
///
/// Starts the step of today; from then on one follows on every day (UTC). A step starts a deployment, which waits for a person
/// to approve it. The operator of the sites must be entered first, and the kill switch be off. Requires a signed-in editor; API
/// keys are refused.
#[utoipa::path(
    post, path = "/api/campaigns/{id}/launch", tag = "campaigns", operation_id = "campaigns_launch",
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
    let moved = campaign::launch(&mut tx, state.settings.workspace, key, person.user_id, now()).await?;
    let done = view::done(moved, "Only a draft can be launched.")?;
    let detail = json!({"campaignId": id});
    session::note(&mut tx, Some(person.user_id), Action::CampaignLaunched, &context, detail).await?;
    tx.commit().await?;
    view::deliver(&state, done).await;
    view::answer(&state, workspace_id, id).await
}

/// Checks what a step needs: the target and the markets exist, and the operator is entered.
pub(super) async fn ready(state: &AppState, workspace_id: Uuid, id: Uuid) -> Result<()> {
    let found = campaign::find(&state.db, workspace_id, id).await?.ok_or(ApiError::NotFound("campaign"))?;
    let plan = found.plan();
    body::check(state, workspace_id, &plan).await?;
    market_pool::check(state, workspace_id, &plan.targets).await?;
    site_operator::view::complete(state, workspace_id).await.map(|_| ())
}
