//! Deletes a document.

use axum::extract::State;
use serde::Serialize;
use shared::store::document;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{
    error::{ApiError, Result},
    extract::{Changes, Json, Member, Path, Success},
    state::AppState,
};

/// Confirmation of the deletion.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = DocumentDeleted)]
pub(super) struct Answer {
    success: Success,
}

/// Delete a document.
///
/// Deletes all its versions, which cannot be undone. To keep them, archive it instead.
#[utoipa::path(
    delete, path = "/api/documents/{id}", tag = "documents", params(("id" = Uuid, Path)),
    responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member<Changes>, Path(id): Path<Uuid>,
) -> Result<Json<Answer>> {
    if document::delete(&state.db, member.workspace_id, id).await? {
        Ok(Json(Answer { success: Success }))
    } else {
        Err(ApiError::NotFound("document"))
    }
}
