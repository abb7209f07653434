//! Returns a webhook.

use axum::extract::State;
use shared::store::webhook;
use uuid::Uuid;

use super::view::Answer;
use crate::{
    error::{ApiError, Result},
    extract::{Json, Member, Path},
    state::AppState,
};

/// Get a webhook.
#[utoipa::path(
    get, path = "/api/webhooks/{id}", tag = "webhooks", params(("id" = Uuid, Path)),
    responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Path(id): Path<Uuid>,
) -> Result<Json<Answer>> {
    let found = webhook::find(&state.db, member.workspace_id, id).await?;
    Ok(Json(found.ok_or(ApiError::NotFound("webhook"))?.into()))
}
