//! Returns a document with its current version.

use axum::extract::State;
use shared::store::document;
use uuid::Uuid;

use super::{
    body,
    view::{Answer, VersionView},
};
use crate::{
    error::Result,
    extract::{Json, Member, Path, Success},
    state::AppState,
};

/// Get a document.
///
/// Includes its current version.
#[utoipa::path(
    get, path = "/api/documents/{id}", tag = "documents", params(("id" = Uuid, Path)),
    responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Path(id): Path<Uuid>,
) -> Result<Json<Answer>> {
    answer(&state, member.workspace_id, id).await.map(Json)
}

/// Returns a document with its current version.
pub(super) async fn answer(state: &AppState, workspace_id: Uuid, id: Uuid) -> Result<Answer> {
    let row = body::found(state, workspace_id, id).await?;
    let version = document::version(&state.db, workspace_id, id, row.version).await?;
    let version = version.map(VersionView::try_from).transpose()?;
    Ok(Answer { success: Success, document: row.try_into()?, version })
}
