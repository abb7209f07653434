//! Deploys a site.

use axum::{extract::State, response::Response};
use serde::Deserialize;
use serde_json::json;
use shared::{
    domain::now,
    store::{audit::Action, site},
};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{build::Answer, start, view};
use crate::{
    auth::session,
    error::Result,
    extract::{Changes, Member, OptionalJson, Path, RequestContext, Success},
    routes::runs::wait::{self, Prefer, Waiter},
    state::AppState,
};

/// What to deploy.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[schema(as = SiteDeployment)]
pub(super) struct Input {
    /// An approved release; an older one is a rollback. Default: the latest.
    release_id: Option<Uuid>,
}

/// Deploy a site.
///
/// Starts a run that uploads an approved release to the site's target, reads it back and switches visitors to it. Until then,
/// and after a failure, they get the previous one. Requires an editor. Returns at once unless `Prefer: wait=N` is set.
#[utoipa::path(
    post, path = "/api/sites/{id}/deploy", tag = "sites", request_body = Input,
    params(("id" = Uuid, Path), ("Prefer" = Option<String>, Header)),
    responses((status = 200, body = Answer), (status = 202, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, context: RequestContext, member: Member<Changes>, Path(id): Path<Uuid>,
    prefer: Prefer, OptionalJson(input): OptionalJson<Input>,
) -> Result<Response> {
    let (workspace_id, user_id) = (member.workspace_id, member.caller.user_id);
    view::found(&state, workspace_id, id).await?;
    let wait = prefer.or_seconds(0);
    let waiter = Waiter::new(&state, user_id, wait);
    let mut tx = state.db.begin().await?;
    start::check_kill_switch(&mut tx, workspace_id).await?;
    let limits = state.settings.workspace;
    let started = site::start_deploy(&mut tx, limits, (workspace_id, id), user_id, input.release_id, now()).await?;
    let begun = start::begun(started)?;
    let detail = json!({"websiteId": id, "releaseId": input.release_id, "runId": begun.0.id});
    session::note(&mut tx, Some(user_id), Action::SiteDeployed, &context, detail).await?;
    tx.commit().await?;
    let run = waiter.ended(&state, start::deliver(&state, begun).await).await?;
    let site = view::one(&state, workspace_id, id).await?;
    Ok(wait::answer(run.status.is_final(), wait, Answer { success: Success, site, run: run.into() }))
}
