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
    let Some(again) = again else {
        let is_taken_back = webhook::is_taken_back(&state.db, member.workspace_id, id, delivery_id).await?;
        return Err(if is_taken_back { taken_back() } else { ApiError::NotFound("delivery") });
    };
    let delivery = again.into();
    Ok((StatusCode::ACCEPTED, Json(DeliveryAnswer { success: Success, delivery })))
}

/// A lead must not go to two buyers.
fn taken_back() -> ApiError {
    let detail = "This buyer no longer gets the lead: it was taken back, or its personal data were erased.";
    ApiError::Conflict(FieldError::new("/deliveryId", detail))
}
