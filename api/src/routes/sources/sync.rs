//! Starts a sync of a data source.

use axum::{extract::State, response::Response};
use serde::Serialize;
use serde_json::json;
use shared::{
    domain::{
        run::{NewRun, Run, RunKind},
        sync::SyncSource,
    },
    store::{
        run,
        sync::{self, Claim, Target},
        website,
    },
};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{
    error::{ApiError, FieldError, Result},
    extract::{Changes, Member, Path, Success},
    routes::runs::{
        start,
        view::RunView,
        wait::{self, Prefer, Waiter},
    },
    state::AppState,
};

/// The run.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = SyncStarted)]
pub(super) struct Answer {
    success: Success,
    run: RunView,
}

/// Sync a data source.
///
/// Fetches what is new, and what may have changed; the first sync fetches all that the provider has, such as 16 months of
/// Search Console. What is fetched counts at once, also if the sync ends early. One sync of a connection runs at a time.
/// Returns at once unless `Prefer: wait=N` is set. Requires an editor.
#[utoipa::path(
    post, path = "/api/websites/{id}/sources/{connectionId}/sync", tag = "websites",
    params(("id" = Uuid, Path), ("connectionId" = Uuid, Path), ("Prefer" = Option<String>, Header)),
    responses((status = 200, body = Answer), (status = 202, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member<Changes>, Path((id, connection_id)): Path<(Uuid, Uuid)>,
    prefer: Prefer,
) -> Result<Response> {
    let (db, workspace_id) = (&state.db, member.workspace_id);
    let website = website::find(db, workspace_id, id).await?.filter(|website| website.archived_at.is_none());
    website.ok_or(ApiError::NotFound("website"))?;
    let source = sync::source(db, workspace_id, id, connection_id).await?.ok_or(ApiError::NotFound("connection"))?;
    let wait = prefer.or_seconds(0);
    let waiter = Waiter::new(&state, member.caller.user_id, wait);
    let run = insert(&state, &member, id, &source).await?;
    let run = waiter.ended(&state, run).await?;
    let is_ended = run.status.is_final();
    Ok(wait::answer(is_ended, wait, Answer { success: Success, run: run.into() }))
}

/// Stores the run, unless another one of the connection has not ended.
async fn insert(state: &AppState, member: &Member<Changes>, website_id: Uuid, source: &SyncSource) -> Result<Run> {
    let (workspace_id, user_id, connection_id) = (member.workspace_id, member.caller.user_id, source.connection_id);
    let new = NewRun::new(workspace_id, user_id, RunKind::Sync, json!({ "connectionId": connection_id }));
    let new = NewRun { website_id: Some(website_id), ..new };
    let mut tx = state.db.begin().await?;
    let inserted = run::insert_counted(&mut tx, state.settings.workspace, &new).await?;
    let target = Target { workspace_id, connection_id, website_id, property: source.property.clone() };
    if sync::claim(&mut tx, &target, new.id).await? == Claim::Busy {
        let detail = "A sync of this connection is running. Wait for its end, or cancel it.";
        return Err(ApiError::Conflict(FieldError::new("", detail)));
    }
    tx.commit().await?;
    start::started(state, &new, inserted).await
}
