//! Creates an experiment.

use axum::{extract::State, response::Response};
use shared::{
    domain::{new_id, now},
    store::experiment,
};

use super::{
    body::{self, Input},
    judge,
    view::Judging,
};
use crate::{
    error::Result,
    extract::{Changes, Json, Member},
    routes::runs::wait::{Prefer, Waiter},
    state::AppState,
};

/// Create an experiment.
///
/// Starts a run that estimates its power, randomizes a split, and evaluates the outcome if it has started. Returns at
/// once unless `Prefer: wait=N` is set.
#[utoipa::path(
    post, path = "/api/experiments", tag = "experiments", request_body = Input,
    params(("Prefer" = Option<String>, Header)),
    responses((status = 200, body = Judging), (status = 202, body = Judging))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member<Changes>, prefer: Prefer, Json(input): Json<Input>,
) -> Result<Response> {
    let new = input.new_body(&state, member.workspace_id).await?;
    body::check(&state, member.workspace_id, &new, now().date_naive()).await?;
    let wait = prefer.or_seconds(0);
    let waiter = Waiter::new(&state, member.caller.user_id, wait);
    let id = new_id();
    let mut tx = state.db.begin().await?;
    experiment::insert(&mut tx, member.workspace_id, member.caller.user_id, id, &new, now()).await?;
    judge::answer(&state, &member, tx, id, waiter, wait).await
}
