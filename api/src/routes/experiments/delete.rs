//! Deletes an experiment.

use axum::extract::State;
use serde::Serialize;
use shared::store::experiment;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{
    error::{ApiError, Result},
    extract::{Changes, Json, Member, Path, Success},
    state::AppState,
};

/// Confirmation of the deletion.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ExperimentDeleted)]
pub(super) struct Deleted {
    success: Success,
}

/// Delete an experiment.
///
/// The annotation of its change remains.
#[utoipa::path(
    delete, path = "/api/experiments/{id}", tag = "experiments", params(("id" = Uuid, Path)),
    responses((status = 200, body = Deleted))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member<Changes>, Path(id): Path<Uuid>,
) -> Result<Json<Deleted>> {
    if experiment::delete(&state.db, member.workspace_id, id).await? {
        Ok(Json(Deleted { success: Success }))
    } else {
        Err(ApiError::NotFound("experiment"))
    }
}
