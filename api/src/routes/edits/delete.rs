//! Deletes an edit.

use axum::extract::State;
use serde::Serialize;
use shared::{
    domain::edit::{EditStatus, EditWay},
    store::edit,
};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{view, work};
use crate::{
    error::{ApiError, FieldError, Result},
    extract::{Changes, Json, Member, Path, Success},
    state::AppState,
};

/// Confirmation of the deletion.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = EditDeleted)]
pub(super) struct Deleted {
    success: Success,
}

/// Delete an edit.
///
/// Not while it is at work, nor while its changes are on the website: undo it first. Its change log entry and experiment
/// remain. Requires an editor.
#[utoipa::path(
    delete, path = "/api/edits/{id}", tag = "edits", params(("id" = Uuid, Path)),
    responses((status = 200, body = Deleted))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member<Changes>, Path(id): Path<Uuid>,
) -> Result<Json<Deleted>> {
    let workspace_id = member.workspace_id;
    view::found(&state, workspace_id, id).await?;
    let mut tx = state.db.begin().await?;
    let found = edit::lock(&mut tx, workspace_id, id).await?.ok_or(ApiError::NotFound("edit"))?;
    if found.run_at_work().is_some() {
        return Err(work::busy());
    }
    // A site that is built here would lose its changes with the next build.
    let is_kept = found.way == Some(EditWay::Release) && found.status == EditStatus::Applied;
    if found.status == EditStatus::Applying || found.written_files > 0 || is_kept {
        let detail = "The website has its changes. Undo it first.";
        return Err(ApiError::Conflict(FieldError::new("/status", detail)));
    }
    edit::delete(&mut tx, workspace_id, id).await?;
    tx.commit().await?;
    Ok(Json(Deleted { success: Success }))
}
