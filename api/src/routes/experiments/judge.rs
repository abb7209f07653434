//! Evaluates an experiment with the data imported since.

use std::time::Duration;

use axum::{extract::State, response::Response};
use shared::store::{Tx, experiment, run};
use uuid::Uuid;

use super::{body, view::Judging};
use crate::{
    error::{ApiError, Result},
    extract::{Changes, Member, Path, Success},
    routes::runs::{
        start,
        wait::{self, Prefer, Waiter},
    },
    state::AppState,
};

/// Evaluate an experiment again.
///
/// Returns at once unless `Prefer: wait=N` is set.
#[utoipa::path(
    post, path = "/api/experiments/{id}/judge", tag = "experiments",
    params(("id" = Uuid, Path), ("Prefer" = Option<String>, Header)),
    responses((status = 200, body = Judging), (status = 202, body = Judging))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member<Changes>, Path(id): Path<Uuid>, prefer: Prefer,
) -> Result<Response> {
    let wait = prefer.or_seconds(0);
    let waiter = Waiter::new(&state, member.caller.user_id, wait);
    let tx = state.db.begin().await?;
    answer(&state, &member, tx, id, waiter, wait).await
}

/// Stores the run with the changes of `tx`, delivers it, waits for it, and returns the resulting experiment.
pub(super) async fn answer(
    state: &AppState, member: &Member<Changes>, mut tx: Tx, id: Uuid, waiter: Waiter, wait: Duration,
) -> Result<Response> {
    let new = body::new_run(member, id, None);
    if !experiment::begin(&mut tx, member.workspace_id, id, new.id).await? {
        return Err(ApiError::NotFound("experiment"));
    }
    let inserted = run::insert_counted(&mut tx, state.settings.workspace, &new).await?;
    tx.commit().await?;
    let run = start::started(state, &new, inserted).await?;
    let run = waiter.ended(state, run).await?;
    let found = experiment::find(&state.db, member.workspace_id, id).await?.ok_or(ApiError::NotFound("experiment"))?;
    let is_ended = run.status.is_final();
    Ok(wait::answer(is_ended, wait, Judging { success: Success, experiment: found.into(), run: run.into() }))
}
