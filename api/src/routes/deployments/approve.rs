//! Approves a deployment.

use axum::extract::State;
use serde_json::json;
use shared::{
    domain::now,
    store::{audit::Action, deployment},
};
use uuid::Uuid;

use super::view::{self, Answer};
use crate::{
    auth::session,
    error::Result,
    extract::{Changes, Json, Member, OptionalJson, Path, Person, RequestContext},
    routes::{
        releases::review::{self, Approval},
        sites::start,
    },
    state::AppState,
};

/// Approve a deployment.
///
/// Approves the latest releases of its sites that wait and that the checks allow, records who reviewed them, and starts their
/// deployment. Blocked sites stay as they are, and so do sites of regulated trades without a review. Requires a signed-in editor;
/// API keys are refused.
#[utoipa::path(
    post, path = "/api/deployments/{id}/approve", tag = "sites", request_body = Approval,
    params(("id" = Uuid, Path)),
    responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, context: RequestContext, person: Person, member: Member<Changes>,
    Path(id): Path<Uuid>, OptionalJson(body): OptionalJson<Approval>,
) -> Result<Json<Answer>> {
    let (workspace_id, limits) = (member.workspace_id, state.settings.workspace);
    let review = review::checked(&state, workspace_id, body.review).await?;
    let mut tx = state.db.begin().await?;
    start::check_kill_switch(&mut tx, workspace_id).await?;
    drop(tx);
    let acted = deployment::approve(
        &state.db,
        (limits, state.settings.sites.new_sites_per_day),
        (workspace_id, id),
        person.user_id,
        review.as_ref(),
        now(),
    )
    .await?;
    let batched = view::done(acted, "No site of this deployment waits for approval.")?;
    let mut tx = state.db.begin().await?;
    let detail = json!({"deploymentId": id, "sites": batched.due.len(),
        "reviewer": review.as_ref().map(|review| &review.name)});
    session::note(&mut tx, Some(person.user_id), Action::DeploymentApproved, &context, detail).await?;
    tx.commit().await?;
    view::started(&state, workspace_id, batched).await
}
