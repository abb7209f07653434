//! Removes a tracked prompt.

use axum::extract::State;
use serde::Serialize;
use shared::{domain::now, store::answer};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{
    error::{ApiError, Result},
    extract::{Changes, Json, Member, Path, Success},
    state::AppState,
};

/// Confirmation.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = AnswerPromptDeleted)]
pub(super) struct Answer {
    success: Success,
}

/// Remove a tracked prompt.
///
/// Requires an editor. It is asked no more and leaves the report; its answers are kept.
#[utoipa::path(
    delete, path = "/api/answers/prompts/{id}", tag = "answers", params(("id" = Uuid, Path)),
    responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member<Changes>, Path(id): Path<Uuid>,
) -> Result<Json<Answer>> {
    if !answer::archive_prompt(&state.db, member.workspace_id, id, now()).await? {
        return Err(ApiError::NotFound("prompt"));
    }
    Ok(Json(Answer { success: Success }))
}
