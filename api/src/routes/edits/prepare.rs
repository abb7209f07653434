//! Prepares an edit.

use axum::{extract::State, response::Response};
use shared::domain::edit::EditStep;
use uuid::Uuid;

use super::{
    view::{self, AtWork},
    work,
};
use crate::{
    error::Result,
    extract::{Changes, Member, Path},
    routes::runs::wait::{Prefer, Waiter},
    state::AppState,
};

/// Prepare an edit.
///
/// Starts a run that reads the pages, chooses how the changes reach the website, and computes the differences. Nothing is
/// written. Requires an editor. Returns at once unless `Prefer: wait=N` is set.
#[utoipa::path(
    post, path = "/api/edits/{id}/prepare", tag = "edits",
    params(("id" = Uuid, Path), ("Prefer" = Option<String>, Header)),
    responses((status = 200, body = AtWork), (status = 202, body = AtWork))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member<Changes>, Path(id): Path<Uuid>, prefer: Prefer,
) -> Result<Response> {
    view::found(&state, member.workspace_id, id).await?;
    let wait = prefer.or_seconds(0);
    let waiter = Waiter::new(&state, member.caller.user_id, wait);
    let mut tx = state.db.begin().await?;
    let started = work::begin(&state, &mut tx, &member, id, EditStep::Prepare).await?;
    tx.commit().await?;
    work::answer(&state, member.workspace_id, id, started, waiter, wait).await
}
