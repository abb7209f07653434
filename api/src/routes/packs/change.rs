//! Returns the text of a change of an own pack.

use axum::extract::State;
use serde::Serialize;
use shared::store::pack;
use utoipa::ToSchema;
use uuid::Uuid;

use super::key::key;
use crate::{
    error::{ApiError, Result},
    extract::{Json, Member, Path, Success},
    state::AppState,
};

/// Text of a change.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = PackChangeText)]
pub(super) struct Answer {
    success: Success,
    /// The pack after the change, or before it was removed.
    text: String,
}

/// Get the text of a change of an own pack.
#[utoipa::path(
    get, path = "/api/packs/{language}/{vertical}/history/{id}", tag = "packs",
    params(("language" = String, Path), ("vertical" = String, Path), ("id" = Uuid, Path)),
    responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Path((language, vertical, id)): Path<(String, String, Uuid)>,
) -> Result<Json<Answer>> {
    let key = key(language, vertical)?;
    let text = pack::text_of_change(&state.db, member.workspace_id, &key, id).await?;
    Ok(Json(Answer { success: Success, text: text.ok_or(ApiError::NotFound("change of this pack"))? }))
}
