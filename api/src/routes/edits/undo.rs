//! Undoes an edit.

use axum::{extract::State, response::Response};
use serde_json::json;
use shared::{
    domain::edit::{EditStep, EditWay},
    store::audit::Action,
};
use uuid::Uuid;

use super::{
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
/// since stays as it is and is reported. Requires a signed-in editor; API keys are refused. Returns at once unless `Prefer:
/// wait=N` is set.
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
    if found.way == Some(EditWay::Person) {
        let detail = "A person made the changes. Undo them where they were made.";
        return Err(ApiError::Conflict(FieldError::new("/way", detail)));
    }
    let wait = prefer.or_seconds(0);
    let waiter = Waiter::new(&state, person.user_id, wait);
    let mut tx = state.db.begin().await?;
    work::check_kill_switch(&mut tx, workspace_id).await?;
    let started = work::begin(&state, &mut tx, &member, id, EditStep::Undo).await?;
    let detail = json!({"editId": id, "websiteId": found.website_id});
    session::note(&mut tx, Some(person.user_id), Action::EditUndone, &context, detail).await?;
    tx.commit().await?;
    work::answer(&state, workspace_id, id, started, waiter, wait).await
}
