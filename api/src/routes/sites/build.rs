//! Builds a site.

use axum::{extract::State, response::Response};
use serde::{Deserialize, Serialize};
use shared::{domain::now, store::site};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    start,
    view::{self, SiteView},
};
use crate::{
    error::{ApiError, FieldError, Result},
    extract::{Changes, Member, OptionalJson, Path, Success},
    routes::runs::{
        view::RunView,
        wait::{self, Prefer, Waiter},
    },
    state::AppState,
};

/// What to build.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[schema(as = SiteBuild)]
pub(super) struct Input {
    /// Paths of pages whose texts are written again. Default: none; texts that exist are kept.
    rewrite: Vec<String>,
}

/// A site and the run that works on it.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SiteRun)]
pub(super) struct Answer {
    pub(super) success: Success,
    pub(super) site: SiteView,
    pub(super) run: RunView,
}

/// Build a site.
///
/// Starts a run that writes missing pages, renders and checks the site. If anything changed, the result is a new release,
/// which waits for approval. Requires an editor. Returns at once unless `Prefer: wait=N` is set.
#[utoipa::path(
    post, path = "/api/sites/{id}/build", tag = "sites", request_body = Input,
    params(("id" = Uuid, Path), ("Prefer" = Option<String>, Header)),
    responses((status = 200, body = Answer), (status = 202, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member<Changes>, Path(id): Path<Uuid>, prefer: Prefer,
    OptionalJson(input): OptionalJson<Input>,
) -> Result<Response> {
    let (workspace_id, user_id) = (member.workspace_id, member.caller.user_id);
    view::found(&state, workspace_id, id).await?;
    check(&state, workspace_id, id, &input.rewrite).await?;
    let wait = prefer.or_seconds(0);
    let waiter = Waiter::new(&state, user_id, wait);
    let mut tx = state.db.begin().await?;
    let limits = state.settings.workspace;
    let started = site::start_build(&mut tx, limits, (workspace_id, id), user_id, &input.rewrite, now()).await?;
    let begun = start::begun(started)?;
    tx.commit().await?;
    let run = waiter.ended(&state, start::deliver(&state, begun).await).await?;
    let site = view::one(&state, workspace_id, id).await?;
    Ok(wait::answer(run.status.is_final(), wait, Answer { success: Success, site, run: run.into() }))
}

/// Checks that the site has the pages, and that builds write them.
async fn check(state: &AppState, workspace_id: Uuid, id: Uuid, rewrite: &[String]) -> Result<()> {
    if rewrite.is_empty() {
        return Ok(());
    }
    let pages = site::pages(&state.db, workspace_id, id).await?;
    for (index, path) in rewrite.iter().enumerate() {
        let detail = match pages.iter().find(|page| page.path == *path) {
            None => "is not the path of a page of this site, such as /cost/",
            Some(page) if page.is_own => "is a page that a person added. Edit its document",
            Some(_) => continue,
        };
        return Err(ApiError::Invalid(vec![FieldError::new(format!("/rewrite/{index}"), detail)]));
    }
    Ok(())
}
