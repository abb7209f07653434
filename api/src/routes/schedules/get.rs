//! Returns a schedule.

use axum::extract::State;
use shared::store::schedule;
use uuid::Uuid;

use super::view::Answer;
use crate::{
    error::{ApiError, Result},
    extract::{Json, Member, Path},
    state::AppState,
};

/// Get a schedule.
#[utoipa::path(
    get, path = "/api/schedules/{id}", tag = "schedules", params(("id" = Uuid, Path)),
    responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Path(id): Path<Uuid>,
) -> Result<Json<Answer>> {
    let found = schedule::find(&state.db, member.workspace_id, id).await?;
    Ok(Json(found.ok_or(ApiError::NotFound("schedule"))?.into()))
}
