//! Retries the sites of a deployment that failed.

use axum::extract::State;
use shared::{domain::now, store::deployment};
use uuid::Uuid;

use super::view::{self, Answer};
use crate::{
    error::{ApiError, Result},
    extract::{Changes, Json, Member, Path},
    routes::sites::start,
    state::AppState,
};

/// Retry a deployment.
///
/// Starts its sites again that are not live and that nothing is being done for: those with an approved release are deployed,
/// the others are built. Requires an editor.
#[utoipa::path(
    post, path = "/api/deployments/{id}/retry", tag = "sites", params(("id" = Uuid, Path)),
    responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member<Changes>, Path(id): Path<Uuid>,
) -> Result<Json<Answer>> {
    let (workspace_id, limits) = (member.workspace_id, state.settings.workspace);
    let mut tx = state.db.begin().await?;
    start::check_kill_switch(&mut tx, workspace_id).await?;
    drop(tx);
    let (db, user_id) = (state.db.clone(), member.caller.user_id);
    let limits = (limits, state.settings.sites.new_sites_per_day);
    // A client that leaves does not stop it half-way.
    let retry = tokio::spawn(async move { deployment::retry(&db, limits, (workspace_id, id), user_id, now()).await });
    let acted = retry.await.map_err(ApiError::unexpected)??;
    let batched = view::done(acted, "No site of this deployment has failed.")?;
    view::started(&state, workspace_id, batched).await
}
