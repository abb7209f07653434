//! Undoes an edit.

use std::time::Duration;

use axum::{extract::State, response::Response};
use serde_json::json;
use shared::{
    domain::{
        edit::{Edit, EditStep, EditWay},
        now,
    },
    store::{audit::Action, edit},
};
use uuid::Uuid;

use super::{
    body, reverse,
    view::{self, AtWork},
    work,
};
use crate::{
    auth::session,
    error::{ApiError, FieldError, Result},
    extract::{Changes, Member, Path, Person, RequestContext},
    routes::runs::wait::{Prefer, Waiter},
    state::AppState,
};

/// Undo an edit.
///
/// Restores the previous content of its files, or deploys a release without its changes. A file that somebody else has changed
/// since stays as it is and is reported. Changes that a person made are undone by another edit, which is created and prepared:
/// the response has that one, with `undoesId`. Once the website shows it, this edit is undone. Requires a signed-in editor; API
/// keys are refused. Returns at once unless `Prefer: wait=N` is set.
#[utoipa::path(
    post, path = "/api/edits/{id}/undo", tag = "edits",
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
    if found.way == Some(EditWay::Person) {
        return by_edit(&state, &context, &person, &member, &found, wait).await;
    }
    let waiter = Waiter::new(&state, person.user_id, wait);
    let mut tx = state.db.begin().await?;
    work::check_kill_switch(&mut tx, workspace_id).await?;
    let started = work::begin(&state, &mut tx, &member, id, EditStep::Undo).await?;
    let detail = json!({"editId": id, "websiteId": found.website_id});
    session::note(&mut tx, Some(person.user_id), Action::EditUndone, &context, detail).await?;
    tx.commit().await?;
    work::answer(&state, workspace_id, id, started, waiter, wait).await
}

/// Creates the edit that undoes what a person made, and prepares it.
async fn by_edit(
    state: &AppState, context: &RequestContext, person: &Person, member: &Member<Changes>, edit: &Edit, wait: Duration,
) -> Result<Response> {
    let workspace_id = member.workspace_id;
    check(edit)?;
    body::check_room(state, workspace_id, edit.website_id).await?;
    let new = reverse::of(state, edit).await?;
    let waiter = Waiter::new(state, person.user_id, wait);
    let mut tx = state.db.begin().await?;
    let locked = edit::lock(&mut tx, workspace_id, edit.id).await?;
    check(&locked.ok_or(ApiError::NotFound("edit"))?)?;
    edit::insert(&mut tx, workspace_id, person.user_id, &new, now()).await?;
    let started = work::begin(state, &mut tx, member, new.id, EditStep::Prepare).await?;
    let detail = json!({"editId": edit.id, "websiteId": edit.website_id, "undoEditId": new.id});
    session::note(&mut tx, Some(person.user_id), Action::EditUndone, context, detail).await?;
    tx.commit().await?;
    work::answer(state, workspace_id, new.id, started, waiter, wait).await
}

/// Checks that the changes of a person can be undone now.
fn check(edit: &Edit) -> Result<()> {
    if edit.undo_edit_id.is_some() {
        let detail = "Another edit undoes it already. Go on with that one, or cancel it.";
        return Err(ApiError::Conflict(FieldError::new("/undoEditId", detail)));
    }
    if edit.undoes_id.is_some() {
        let detail = "It undoes another edit. Create that one again instead.";
        return Err(ApiError::Conflict(FieldError::new("/undoesId", detail)));
    }
    if edit.run_at_work().is_some() {
        return Err(work::busy());
    }
    if edit.can_be_undone() { Ok(()) } else { Err(work::refused(edit.status)) }
}
