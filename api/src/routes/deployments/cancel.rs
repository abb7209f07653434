//! Cancels a deployment.

use std::time::Duration;

use axum::extract::State;
use serde_json::json;
use shared::{
    domain::now,
    events,
    store::{audit::Action, deployment},
};
use uuid::Uuid;

use super::view::{self, Answer};
use crate::{
    auth::session,
    error::Result,
    extract::{Changes, Json, Member, Path, RequestContext},
    state::AppState,
};

/// Time in which a request cancels the runs; the reconciler goes on.
const AT_ONCE: Duration = Duration::from_secs(1);

/// Cancel a deployment.
///
/// Sites that are live stay live; nothing more is built or deployed. A large deployment is `cancelling` until all its runs are
/// cancelled. Requires an editor.
#[utoipa::path(
    post, path = "/api/deployments/{id}/cancel", tag = "sites", params(("id" = Uuid, Path)),
    responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, context: RequestContext, member: Member<Changes>, Path(id): Path<Uuid>,
) -> Result<Json<Answer>> {
    let workspace_id = member.workspace_id;
    let acted = deployment::cancel_within(&state.db, (workspace_id, id), AT_ONCE, now()).await?;
    let (_, held, stored) = view::done(acted, "This deployment has ended.")?;
    let mut tx = state.db.begin().await?;
    let detail = json!({"deploymentId": id});
    session::note(&mut tx, Some(member.caller.user_id), Action::DeploymentCancelled, &context, detail).await?;
    tx.commit().await?;
    events::publish_stored(&state.bus, stored);
    held.into_iter().for_each(|run| events::publish_cancel(&state.bus, run));
    view::answer(&state, workspace_id, id).await
}
