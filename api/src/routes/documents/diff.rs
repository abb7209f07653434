//! Compares two versions of a document.

use axum::extract::State;
use documents::diff::{DraftDiff, diff};
use engines::content::Draft;
use serde::Serialize;
use tokio::sync::Semaphore;
use utoipa::ToSchema;
use uuid::Uuid;

use super::body;
use crate::{
    error::{ApiError, Result},
    extract::{Json, Member, Path, Success},
    state::AppState,
};

/// Comparisons at once.
static TURN: Semaphore = Semaphore::const_new(2);

/// The differences of two versions.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = DocumentComparison)]
pub(super) struct Answer {
    success: Success,
    /// Number of the earlier version.
    from: i32,
    /// Number of the later version.
    to: i32,
    diff: DraftDiff,
}

/// Compare two versions of a document.
///
/// By blocks, their sentences and the words of changed sentences, from version `a` to version `b`.
#[utoipa::path(
    get, path = "/api/documents/{id}/versions/{a}/diff/{b}", tag = "documents",
    params(("id" = Uuid, Path), ("a" = i32, Path), ("b" = i32, Path)), responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Path((id, from, to)): Path<(Uuid, i32, i32)>,
) -> Result<Json<Answer>> {
    let (before, after) = (draft(&state, &member, id, from).await?, draft(&state, &member, id, to).await?);
    let _turn = TURN.acquire().await.map_err(ApiError::unexpected)?;
    let diff = tokio::task::spawn_blocking(move || diff(&before, &after)).await.map_err(ApiError::unexpected)?;
    Ok(Json(Answer { success: Success, from, to, diff }))
}

async fn draft(state: &AppState, member: &Member, id: Uuid, number: i32) -> Result<Draft> {
    let version = body::found_version(state, member.workspace_id, id, number).await?;
    serde_json::from_value(version.draft.0).map_err(ApiError::unexpected)
}
