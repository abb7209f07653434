//! Redelivers an event.

use axum::{extract::State, http::StatusCode};
use shared::{domain::now, store::webhook};
use uuid::Uuid;

use super::view::DeliveryAnswer;
use crate::{
    error::{ApiError, FieldError, Result},
    extract::{Changes, Json, Member, Path, Success},
    state::AppState,
};

/// Redeliver an event.
///
/// Sends the same message with the same id and restarts its attempts. Requires an editor.
#[utoipa::path(
    post, path = "/api/webhooks/{id}/deliveries/{deliveryId}/redeliver", tag = "webhooks",
    params(("id" = Uuid, Path), ("deliveryId" = Uuid, Path)), responses((status = 202, body = DeliveryAnswer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member<Changes>, Path((id, delivery_id)): Path<(Uuid, Uuid)>,
) -> Result<(StatusCode, Json<DeliveryAnswer>)> {
    let found = webhook::find(&state.db, member.workspace_id, id).await?.ok_or(ApiError::NotFound("webhook"))?;
    if !found.enabled {
        return Err(ApiError::Conflict(FieldError::new("/enabled", "The webhook is disabled. Enable it first.")));
    }
    let again = webhook::redeliver(&state.db, member.workspace_id, id, delivery_id, now()).await?;
    let delivery = again.ok_or(ApiError::NotFound("delivery"))?.into();
    Ok((StatusCode::ACCEPTED, Json(DeliveryAnswer { success: Success, delivery })))
}
