//! Deletes a report.

use axum::extract::State;
use serde::Serialize;
use shared::store::{report, schedule, workspace};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{
    error::{ApiError, Result},
    extract::{Changes, Json, Member, Path, Success},
    state::AppState,
};

/// Confirmation of the deletion.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ReportDeleted)]
pub(super) struct Deleted {
    pub(super) success: Success,
}

/// Delete a report.
///
/// Its issues, its link and its schedule are deleted too. Requires an editor.
#[utoipa::path(
    delete, path = "/api/reports/{id}", tag = "reports", params(("id" = Uuid, Path)),
    responses((status = 200, body = Deleted))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member<Changes>, Path(id): Path<Uuid>,
) -> Result<Json<Deleted>> {
    let mut tx = state.db.begin().await?;
    workspace::lock(&mut tx, member.workspace_id).await?;
    let old = report::find(&mut tx, member.workspace_id, id).await?.ok_or(ApiError::NotFound("report"))?;
    report::delete(&mut tx, member.workspace_id, id).await?;
    if let Some(schedule_id) = old.schedule_id {
        schedule::delete(&mut tx, member.workspace_id, schedule_id).await?;
    }
    tx.commit().await?;
    Ok(Json(Deleted { success: Success }))
}
