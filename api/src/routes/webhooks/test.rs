//! Sends a test event.

use axum::{extract::State, http::StatusCode};
use serde::Serialize;
use serde_json::json;
use shared::{
    domain::{now, webhook::TEST_EVENT},
    store::webhook,
};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{
    error::{ApiError, FieldError, Result},
    extract::{Changes, Json, Member, Path, Success},
    state::AppState,
};

/// The delivery of the test event.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = WebhookTest)]
pub(super) struct Answer {
    success: Success,
    delivery_id: Uuid,
}

/// Send a test event.
///
/// Sends an event `webhook:test` regardless of the webhook's events. The log shows the result. Requires an editor.
#[utoipa::path(
    post, path = "/api/webhooks/{id}/test", tag = "webhooks", params(("id" = Uuid, Path)),
    responses((status = 202, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member<Changes>, Path(id): Path<Uuid>,
) -> Result<(StatusCode, Json<Answer>)> {
    let found = webhook::find(&state.db, member.workspace_id, id).await?.ok_or(ApiError::NotFound("webhook"))?;
    if !found.enabled {
        return Err(ApiError::Conflict(FieldError::new("/enabled", "The webhook is disabled. Enable it first.")));
    }
    let mut tx = state.db.begin().await?;
    let data = json!({"message": "This is a test event."});
    let delivery_id = webhook::insert_delivery(&mut tx, id, member.workspace_id, TEST_EVENT, &data, now()).await?;
    tx.commit().await?;
    Ok((StatusCode::ACCEPTED, Json(Answer { success: Success, delivery_id })))
}
