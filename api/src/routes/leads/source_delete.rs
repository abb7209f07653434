//! Deletes a source of leads.

use axum::extract::State;
use serde::Serialize;
use shared::store::lead;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{
    error::{ApiError, Result},
    extract::{Changes, Json, Member, Path, Success},
    state::AppState,
};

/// Confirmation of the deletion.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = LeadSourceDeleted)]
pub(super) struct Deleted {
    success: Success,
}

/// Delete a source of leads.
///
/// Requires an editor. Its public address stops working; its leads remain.
#[utoipa::path(
    delete, path = "/api/lead-sources/{id}", tag = "leads", params(("id" = Uuid, Path)),
    responses((status = 200, body = Deleted))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member<Changes>, Path(id): Path<Uuid>,
) -> Result<Json<Deleted>> {
    if lead::delete_source(&state.db, member.workspace_id, id).await? {
        Ok(Json(Deleted { success: Success }))
    } else {
        Err(ApiError::NotFound("source of leads"))
    }
}
