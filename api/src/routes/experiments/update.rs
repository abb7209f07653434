//! Updates an experiment.

use axum::{extract::State, response::Response};
use shared::{domain::now, store::experiment};
use uuid::Uuid;

use super::{
    body::{self, Input},
    judge,
    view::Judging,
};
use crate::{
    error::{ApiError, Result},
    extract::{Changes, Json, Member, Path},
    routes::runs::wait::{Prefer, Waiter},
    state::AppState,
};

/// Update an experiment.
///
/// Changes the given fields, discards the previous outcome and evaluates the experiment again.
#[utoipa::path(
    patch, path = "/api/experiments/{id}", tag = "experiments", request_body = Input,
    params(("id" = Uuid, Path), ("Prefer" = Option<String>, Header)),
    responses((status = 200, body = Judging), (status = 202, body = Judging))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member<Changes>, Path(id): Path<Uuid>, prefer: Prefer,
    Json(input): Json<Input>,
) -> Result<Response> {
    let found = experiment::find(&state.db, member.workspace_id, id).await?;
    let changed = input.changed(found.ok_or(ApiError::NotFound("experiment"))?);
    body::check(&state, member.workspace_id, &changed, now().date_naive()).await?;
    let wait = prefer.or_seconds(0);
    let waiter = Waiter::new(&state, member.caller.user_id, wait);
    let mut tx = state.db.begin().await?;
    if !experiment::update(&mut tx, member.workspace_id, id, &changed, now()).await? {
        return Err(ApiError::NotFound("experiment"));
    }
    judge::answer(&state, &member, tx, id, waiter, wait).await
}
