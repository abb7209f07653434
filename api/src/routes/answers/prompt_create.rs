//! Adds tracked prompts.

use axum::{extract::State, http::StatusCode};
use serde::{Deserialize, Serialize};
use shared::{
    domain::now,
    store::{
        answer::{self, NewPrompt},
        workspace,
    },
};
use utoipa::ToSchema;
use uuid::Uuid;

use super::view::{PromptView, website};
use crate::{
    error::{ApiError, FieldError, Result},
    extract::{Changes, Json, Member, Success},
    state::AppState,
};

/// Prompts of a request, and of a website.
const AT_ONCE: usize = 500;
const MOST: usize = 2_000;
const TEXT_CHARS: usize = 500;
const SHORT_CHARS: usize = 100;
const MOST_CENTS: i64 = 100_000_000_000;

/// Prompts to add.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = NewAnswerPrompts)]
pub(super) struct Input {
    website_id: Uuid,
    /// 1 to 500 prompts.
    #[schema(max_items = 500)]
    prompts: Vec<Line>,
}

/// A prompt to add.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = NewAnswerPrompt)]
pub(super) struct Line {
    /// Question, 1 to 500 characters.
    text: String,
    /// Topic, at most 100 characters.
    #[serde(default)]
    topic: String,
    /// Country, as two letters.
    country: Option<String>,
    /// City, at most 100 characters.
    city: Option<String>,
    /// Language, such as `en` or `de-AT`.
    language: Option<String>,
    /// Monthly value in cents.
    value_cents: Option<i64>,
}

/// The prompts of the website after the addition.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = AnswerPromptsAdded)]
pub(super) struct Answer {
    success: Success,
    /// Number of added prompts; those that the website had are not added again.
    added: usize,
    prompts: Vec<PromptView>,
}

/// Add tracked prompts.
///
/// Requires an editor. A prompt that the website has for the same place is left out.
#[utoipa::path(
    post, path = "/api/answers/prompts", tag = "answers", request_body = Input,
    responses((status = 201, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member<Changes>, Json(input): Json<Input>,
) -> Result<(StatusCode, Json<Answer>)> {
    let workspace_id = member.workspace_id;
    let website = website(&state, workspace_id, input.website_id).await?;
    if input.prompts.is_empty() || input.prompts.len() > AT_ONCE {
        return Err(ApiError::invalid("/prompts", format!("must have 1 to {AT_ONCE} prompts")));
    }
    let mut new = Vec::new();
    for (index, line) in input.prompts.into_iter().enumerate() {
        new.push(checked(index, line)?);
    }
    let mut tx = state.db.begin().await?;
    workspace::lock(&mut tx, workspace_id).await?;
    let added = answer::insert_prompts(&mut tx, workspace_id, website.id, &new, now()).await?.len();
    let prompts = answer::prompts(&mut tx, workspace_id, website.id, false).await?;
    if prompts.len() > MOST {
        let detail = format!("A website has at most {MOST} prompts. Remove some first.");
        return Err(ApiError::Conflict(FieldError::new("/prompts", detail)));
    }
    tx.commit().await?;
    let prompts = prompts.into_iter().map(PromptView::from).collect();
    Ok((StatusCode::CREATED, Json(Answer { success: Success, added, prompts })))
}

fn checked(index: usize, line: Line) -> Result<NewPrompt> {
    let wrong = |field: &str, detail: &str| ApiError::invalid(format!("/prompts/{index}/{field}"), detail);
    let text = line.text.split_whitespace().collect::<Vec<_>>().join(" ");
    if text.is_empty() || text.chars().count() > TEXT_CHARS || text.contains('\0') {
        return Err(wrong("text", "must have 1 to 500 characters"));
    }
    let short = |field: &str, text: Option<String>| -> Result<Option<String>> {
        let text = text.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty());
        match text {
            Some(text) if text.chars().count() > SHORT_CHARS || text.chars().any(char::is_control) => {
                Err(wrong(field, "must have at most 100 characters"))
            }
            text => Ok(text),
        }
    };
    let country = short("country", line.country)?.map(|country| country.to_uppercase());
    let is_country = |text: &String| text.len() == 2 && text.chars().all(|c| c.is_ascii_alphabetic());
    if country.as_ref().is_some_and(|country| !is_country(country)) {
        return Err(wrong("country", "must be two letters, such as US"));
    }
    if line.value_cents.is_some_and(|cents| !(0..=MOST_CENTS).contains(&cents)) {
        return Err(wrong("valueCents", "must be 0 or more"));
    }
    Ok(NewPrompt {
        text,
        topic: short("topic", Some(line.topic))?.unwrap_or_default(),
        country,
        city: short("city", line.city)?,
        language: short("language", line.language)?,
        value_cents: line.value_cents,
    })
}
