//! Approves a deployment.

use std::collections::BTreeMap;

use axum::extract::State;
use serde_json::json;
use shared::{
    domain::now,
    store::{audit::Action, deployment},
};
use uuid::Uuid;

use super::{
    reviews::{self, Approval},
    view::{self, Answer},
};
use crate::{
    auth::session,
    error::{ApiError, Result},
    extract::{Changes, Json, Member, OptionalJson, Path, Person, RequestContext},
    routes::sites::start,
    state::AppState,
};

/// Approve a deployment.
///
/// Approves the latest releases of its sites that wait and that the checks allow, records who reviewed those of regulated trades,
/// and starts their deployment. Blocked sites stay as they are. If the review of a regulated trade is missing, nothing is approved
/// and the error names the sites and who must review them; `reviewsNeeded` of the deployment lists them before. With
/// `leavesUnreviewed` the other sites are approved. The approval covers planned pages for which the launch has no room: see
/// `growth` of a site. Requires a signed-in editor; API keys are refused.
#[utoipa::path(
    post, path = "/api/deployments/{id}/approve", tag = "sites", request_body = Option<Approval>,
    params(("id" = Uuid, Path)),
    responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, context: RequestContext, person: Person, member: Member<Changes>,
    Path(id): Path<Uuid>, OptionalJson(body): OptionalJson<Approval>,
) -> Result<Json<Answer>> {
    let (workspace_id, limits) = (member.workspace_id, state.settings.workspace);
    let reviews = reviews::checked(&state, workspace_id, body).await?;
    let mut tx = state.db.begin().await?;
    start::check_kill_switch(&mut tx, workspace_id).await?;
    drop(tx);
    let (db, stated, user_id) = (state.db.clone(), reviews.clone(), person.user_id);
    let limits = (limits, state.settings.sites.new_sites_per_day);
    // A client that leaves does not stop it half-way.
    let approval = tokio::spawn(async move {
        deployment::approve(&db, limits, (workspace_id, id), user_id, Some(&stated), now()).await
    });
    let acted = approval.await.map_err(ApiError::unexpected)??;
    let batched = view::done(acted, "No site of this deployment waits for approval.")?;
    let mut tx = state.db.begin().await?;
    let reviewers: BTreeMap<&str, &str> =
        reviews.of_verticals.iter().map(|(trade, review)| (trade.as_str(), review.name.as_str())).collect();
    let detail = json!({"deploymentId": id, "sites": batched.due.len(),
        "reviewer": reviews.of_all.as_ref().map(|review| &review.name), "reviewers": reviewers});
    session::note(&mut tx, Some(person.user_id), Action::DeploymentApproved, &context, detail).await?;
    tx.commit().await?;
    view::started(&state, workspace_id, batched).await
}
