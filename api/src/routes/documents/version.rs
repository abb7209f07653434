//! Returns a version of a document.

use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{body, view::VersionView};
use crate::{
    error::Result,
    extract::{Json, Member, Path, Success},
    state::AppState,
};

/// A version.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = StoredDocumentVersion)]
pub(super) struct Answer {
    success: Success,
    version: VersionView,
}

/// Get a version of a document.
#[utoipa::path(
    get, path = "/api/documents/{id}/versions/{number}", tag = "documents",
    params(("id" = Uuid, Path), ("number" = i32, Path)), responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Path((id, number)): Path<(Uuid, i32)>,
) -> Result<Json<Answer>> {
    let version = body::found_version(&state, member.workspace_id, id, number).await?.try_into()?;
    Ok(Json(Answer { success: Success, version }))
}
