//! Deletes a campaign.

use axum::extract::State;
use serde::Serialize;
use shared::{domain::campaign::CampaignStatus, store::campaign};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{
    error::{ApiError, FieldError, Result},
    extract::{Changes, Json, Member, Path, Success},
    state::AppState,
};

/// Response after a deletion.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = CampaignDeleted)]
pub(super) struct Deleted {
    success: Success,
}

/// Delete a campaign.
///
/// Deletes a draft, or a campaign that has ended, with its decisions. Its sites and their ledger stay. Stop an active or paused
/// campaign first. Requires an editor.
#[utoipa::path(
    delete, path = "/api/campaigns/{id}", tag = "campaigns", operation_id = "campaigns_delete",
    params(("id" = Uuid, Path)), responses((status = 200, body = Deleted))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member<Changes>, Path(id): Path<Uuid>,
) -> Result<Json<Deleted>> {
    let workspace_id = member.workspace_id;
    let mut tx = state.db.begin().await?;
    let found = campaign::lock(&mut tx, workspace_id, id).await?.ok_or(ApiError::NotFound("campaign"))?;
    if matches!(found.status, CampaignStatus::Active | CampaignStatus::Paused) {
        let detail = format!("The campaign is {}. Stop it first.", found.status);
        return Err(ApiError::Conflict(FieldError::new("/status", detail)));
    }
    campaign::delete(&mut tx, workspace_id, id).await?;
    tx.commit().await?;
    Ok(Json(Deleted { success: Success }))
}
