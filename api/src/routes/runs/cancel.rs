//! Cancels a run.

use axum::extract::State;
use shared::{events, store::run};
use uuid::Uuid;

use super::get::Answer;
use crate::{
    error::{ApiError, Result},
    extract::{Changes, Json, Member, Path},
    state::AppState,
};

/// Cancel a run.
///
/// A waiting run ends at once, an active one when its worker notices. A finished run is not changed.
#[utoipa::path(post, path = "/api/runs/{id}/cancel", tag = "runs", params(("id" = Uuid, Path)), responses((status = 200, body = Answer)))]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member<Changes>, Path(id): Path<Uuid>,
) -> Result<Json<Answer>> {
    let cancelled = run::cancel(&state.db, member.workspace_id, id, shared::domain::now()).await?;
    let cancelled = cancelled.ok_or(ApiError::NotFound("run"))?;
    events::publish_stored(&state.bus, cancelled.events);
    cancelled.held.into_iter().for_each(|held| events::publish_cancel(&state.bus, held));
    Ok(Json(cancelled.run.into()))
}
