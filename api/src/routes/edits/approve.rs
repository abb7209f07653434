//! Approves an edit.

use axum::{extract::State, response::Response};
use chrono::{DateTime, Utc};
use serde::Deserialize;
use serde_json::json;
use shared::{
    domain::{
        edit::{EditStep, EditWay},
        now,
    },
    store::{audit::Action, edit},
};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{view::AtWork, work};
use crate::{
    auth::session,
    error::{ApiError, FieldError, Result},
    extract::{Changes, Member, OptionalJson, Path, Person, RequestContext},
    routes::runs::wait::{Prefer, Waiter},
    state::AppState,
};

/// What a person looked at.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[schema(as = EditApproval)]
pub(super) struct Approval {
    /// `updatedAt` of the edit that you looked at: an edit that was prepared again since is not approved. Default: it is
    /// approved as it is.
    updated_at: Option<DateTime<Utc>>,
}

/// Approve an edit.
///
/// Makes the changes: of a site that is built here in a release, otherwise through the access to the website, the first files
/// on trial. Without an access the edit waits until a person has made them. Requires a signed-in editor; API keys are
/// refused. Returns at once unless `Prefer: wait=N` is set.
#[utoipa::path(
    post, path = "/api/edits/{id}/approve", tag = "edits", request_body = Option<Approval>,
    params(("id" = Uuid, Path), ("Prefer" = Option<String>, Header)),
    responses((status = 200, body = AtWork), (status = 202, body = AtWork))
)]
pub(super) async fn handler(
    State(state): State<AppState>, context: RequestContext, person: Person, member: Member<Changes>,
    Path(id): Path<Uuid>, prefer: Prefer, OptionalJson(seen): OptionalJson<Approval>,
) -> Result<Response> {
    let workspace_id = member.workspace_id;
    let wait = prefer.or_seconds(0);
    let waiter = Waiter::new(&state, person.user_id, wait);
    let mut tx = state.db.begin().await?;
    work::check_kill_switch(&mut tx, workspace_id).await?;
    let found = edit::lock(&mut tx, workspace_id, id).await?.ok_or(ApiError::NotFound("edit"))?;
    if seen.updated_at.is_some_and(|seen| seen != found.updated_at) {
        let detail = "The edit changed since you looked at it. Look at its changes again.";
        return Err(ApiError::Conflict(FieldError::new("/updatedAt", detail)));
    }
    let started = if found.way == Some(EditWay::Person) {
        work::checked(edit::approve_for_person(&mut tx, (workspace_id, id), person.user_id, now()).await?)?
    } else {
        work::begin(&state, &mut tx, &member, id, EditStep::Apply).await?
    };
    let detail = json!({"editId": id, "websiteId": found.website_id, "way": found.way});
    session::note(&mut tx, Some(person.user_id), Action::EditApproved, &context, detail).await?;
    tx.commit().await?;
    work::answer(&state, workspace_id, id, started, waiter, wait).await
}
