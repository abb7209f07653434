//! Removes a market from the pipeline.

use axum::extract::State;
use serde::Serialize;
use shared::store::pipeline;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{
    error::{ApiError, FieldError, Result},
    extract::{Changes, Json, Member, Path, Success},
    state::AppState,
};

/// Confirmation of the removal.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PipelineMarketRemoved)]
pub(super) struct Removed {
    success: Success,
}

/// Remove a market from the pipeline.
///
/// Only a market in the stage `scan` or `score` can be removed: it has no site.
#[utoipa::path(
    delete, path = "/api/dominator-pipeline/markets/{id}", tag = "pipeline", operation_id = "pipeline_markets_remove",
    params(("id" = Uuid, Path)), responses((status = 200, body = Removed))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member<Changes>, Path(id): Path<Uuid>,
) -> Result<Json<Removed>> {
    let found = pipeline::find(&state.db, member.workspace_id, id).await?.ok_or(ApiError::NotFound("market"))?;
    if !found.stage.is_removable() || !pipeline::remove(&state.db, member.workspace_id, id).await? {
        let detail = "This market has a site. Only a market without one can be removed.";
        return Err(ApiError::Conflict(FieldError::new("/id", detail)));
    }
    Ok(Json(Removed { success: Success }))
}
