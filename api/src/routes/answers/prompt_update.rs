//! Changes a tracked prompt.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use shared::store::answer;
use utoipa::ToSchema;
use uuid::Uuid;

use super::view::PromptView;
use crate::{
    error::{ApiError, Result},
    extract::{Changes, Json, Member, Path, Success},
    state::AppState,
};

/// Changed fields; omitted fields are unchanged. The text never changes, because answers belong to it.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[schema(as = AnswerPromptChanges)]
pub(super) struct Input {
    /// At most 100 characters.
    topic: Option<String>,
    /// Monthly value in cents.
    value_cents: Option<i64>,
    /// Whether checks leave it out.
    paused: Option<bool>,
}

/// The changed prompt.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OneAnswerPrompt)]
pub(super) struct Answer {
    success: Success,
    prompt: PromptView,
}

/// Change or pause a tracked prompt.
///
/// Requires an editor.
#[utoipa::path(
    patch, path = "/api/answers/prompts/{id}", tag = "answers", request_body = Input, params(("id" = Uuid, Path)),
    responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member<Changes>, Path(id): Path<Uuid>, Json(input): Json<Input>,
) -> Result<Json<Answer>> {
    let missing = || ApiError::NotFound("prompt");
    let mut prompt = answer::prompt(&state.db, member.workspace_id, id).await?.ok_or_else(missing)?;
    if let Some(topic) = input.topic {
        topic.trim().clone_into(&mut prompt.topic);
    }
    if prompt.topic.chars().count() > 100 || prompt.topic.chars().any(char::is_control) {
        return Err(ApiError::invalid("/topic", "must have at most 100 characters"));
    }
    if input.value_cents.is_some_and(|cents| !(0..=100_000_000_000).contains(&cents)) {
        return Err(ApiError::invalid("/valueCents", "must be 0 or more"));
    }
    prompt.value_cents = input.value_cents.or(prompt.value_cents);
    prompt.paused = input.paused.unwrap_or(prompt.paused);
    if !answer::update_prompt(&state.db, member.workspace_id, &prompt).await? {
        return Err(missing());
    }
    Ok(Json(Answer { success: Success, prompt: prompt.into() }))
}
