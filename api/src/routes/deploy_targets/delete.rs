//! Deletes a target.

use axum::extract::State;
use serde::Serialize;
use shared::store::deploy_target::{self, TargetDeletion};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{
    error::{ApiError, FieldError, Result},
    extract::{Changes, Json, Member, Path, Success},
    state::AppState,
};

/// Confirmation of the deletion.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = DeployTargetDeleted)]
pub(super) struct Deleted {
    success: Success,
}

/// Delete a target.
///
/// Erases its credentials. Files at the target remain. A target with sites is not deleted. Requires an editor.
#[utoipa::path(
    delete, path = "/api/deploy-targets/{id}", tag = "sites", params(("id" = Uuid, Path)),
    responses((status = 200, body = Deleted))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member<Changes>, Path(id): Path<Uuid>,
) -> Result<Json<Deleted>> {
    let mut tx = state.db.begin().await?;
    match deploy_target::delete(&mut tx, member.workspace_id, id).await? {
        TargetDeletion::Deleted => {}
        TargetDeletion::NotFound => return Err(ApiError::NotFound("target")),
        TargetDeletion::InUse(sites) => {
            let detail = match sites {
                1 => "One site uses this target. Give it another target or delete it first.".to_owned(),
                many => format!("{many} sites use this target. Give them another target or delete them first."),
            };
            return Err(ApiError::Conflict(FieldError::new("/sites", detail)));
        }
    }
    tx.commit().await?;
    Ok(Json(Deleted { success: Success }))
}
