//! Returns an import.

use axum::extract::State;
use serde::Serialize;
use shared::store::import;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    duplicate::{self, DuplicateView},
    view::ImportView,
};
use crate::{
    error::{ApiError, Result},
    extract::{Json, Member, Path, Success},
    state::AppState,
};

/// An import.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ImportAnswer)]
pub(super) struct Answer {
    success: Success,
    import: ImportView,
    /// Its files that were imported before.
    duplicates: Vec<DuplicateView>,
}

/// Get an import.
#[utoipa::path(get, path = "/api/imports/{id}", tag = "imports", params(("id" = Uuid, Path)), responses((status = 200, body = Answer)))]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Path(id): Path<Uuid>,
) -> Result<Json<Answer>> {
    let import = import::find(&state.db, member.workspace_id, id).await?.ok_or(ApiError::NotFound("import"))?;
    let duplicates = duplicate::list(&state, member.workspace_id, id).await?;
    Ok(Json(Answer { success: Success, import: import.into(), duplicates }))
}
