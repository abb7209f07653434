//! Approves an edit.

use axum::{extract::State, response::Response};
use serde_json::json;
use shared::{
    domain::{
        edit::{EditStep, EditWay},
        now,
    },
    store::{audit::Action, edit},
};
use uuid::Uuid;

use super::{
    view::{self, AtWork},
    work,
};
use crate::{
    auth::session,
    error::Result,
    extract::{Changes, Member, Path, Person, RequestContext},
    routes::runs::wait::{Prefer, Waiter},
    state::AppState,
};

/// Approve an edit.
///
/// Makes the changes: of a site that is built here in a release, otherwise through the access to the website, the first files
/// on trial. Without an access the edit waits until a person has made them. Requires a signed-in editor; API keys are
/// refused. Returns at once unless `Prefer: wait=N` is set.
#[utoipa::path(
    post, path = "/api/edits/{id}/approve", tag = "edits",
    params(("id" = Uuid, Path), ("Prefer" = Option<String>, Header)),
    responses((status = 200, body = AtWork), (status = 202, body = AtWork))
)]
pub(super) async fn handler(
    State(state): State<AppState>, context: RequestContext, person: Person, member: Member<Changes>,
    Path(id): Path<Uuid>, prefer: Prefer,
) -> Result<Response> {
    let workspace_id = member.workspace_id;
    let found = view::found(&state, workspace_id, id).await?;
    let wait = prefer.or_seconds(0);
    let waiter = Waiter::new(&state, person.user_id, wait);
    let mut tx = state.db.begin().await?;
    work::check_kill_switch(&mut tx, workspace_id).await?;
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
