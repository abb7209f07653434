//! Deletes a buyer.

use axum::extract::State;
use serde::Serialize;
use serde_json::json;
use shared::store::{audit::Action, buyer};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{
    auth::session,
    error::{ApiError, Result},
    extract::{Changes, Json, Member, Path, RequestContext, Success},
    state::AppState,
};

/// Confirmation of the deletion.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = BuyerDeleted)]
pub(super) struct Deleted {
    success: Success,
}

/// Delete a buyer.
///
/// Requires an editor. Leads that were sent to the buyer, and the ledger, remain.
#[utoipa::path(
    delete, path = "/api/buyers/{id}", tag = "leads", params(("id" = Uuid, Path)),
    responses((status = 200, body = Deleted))
)]
pub(super) async fn handler(
    State(state): State<AppState>, context: RequestContext, member: Member<Changes>, Path(id): Path<Uuid>,
) -> Result<Json<Deleted>> {
    let mut tx = state.db.begin().await?;
    if !buyer::delete(&mut tx, member.workspace_id, id).await? {
        return Err(ApiError::NotFound("buyer"));
    }
    let detail = json!({"workspaceId": member.workspace_id, "buyerId": id});
    session::note(&mut tx, Some(member.caller.user_id), Action::BuyerDeleted, &context, detail).await?;
    tx.commit().await?;
    Ok(Json(Deleted { success: Success }))
}
