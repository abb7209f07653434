//! Deletes a webhook.

use axum::extract::State;
use serde::Serialize;
use shared::store::webhook;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{
    error::{ApiError, Result},
    extract::{Changes, Json, Member, Path, Success},
    state::AppState,
};

/// Confirmation of the deletion.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = WebhookDeleted)]
pub(super) struct Deleted {
    success: Success,
}

/// Delete a webhook.
///
/// Its log and pending deliveries are deleted too.
#[utoipa::path(
    delete, path = "/api/webhooks/{id}", tag = "webhooks", params(("id" = Uuid, Path)),
    responses((status = 200, body = Deleted))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member<Changes>, Path(id): Path<Uuid>,
) -> Result<Json<Deleted>> {
    if webhook::delete(&state.db, member.workspace_id, id).await? {
        Ok(Json(Deleted { success: Success }))
    } else {
        Err(ApiError::NotFound("webhook"))
    }
}
