//! Suggests prompts.

use std::collections::HashSet;

use axum::extract::State;
use serde::Serialize;
use shared::store::answer;
use utoipa::ToSchema;

use super::view::{OfWebsite, website};
use crate::{
    error::Result,
    extract::{Json, Member, Query, Success},
    state::AppState,
};

/// Queries that are looked through.
const READ: i64 = 5_000;
const MOST: usize = 50;
/// First words of questions in English, German, French and Spanish.
const QUESTION_WORDS: [&str; 44] = [
    "what", "which", "who", "whose", "where", "when", "why", "how", "can", "does", "do", "is", "are", "should", "best",
    "was", "welche", "welcher", "welches", "wer", "wo", "wann", "warum", "wie", "kann", "ist", "sind", "beste", "que",
    "quel", "quelle", "qui", "où", "quand", "pourquoi", "comment", "meilleur", "qué", "cuál", "quién", "dónde",
    "cuándo", "cómo", "mejor",
];

/// Suggested prompts.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = AnswerSuggestions)]
pub(super) struct Answer {
    success: Success,
    suggestions: Vec<Suggestion>,
}

/// A query of the website that is a question.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AnswerSuggestion)]
pub(super) struct Suggestion {
    text: String,
    /// Impressions in the period of the keyword analysis.
    impressions: i64,
    /// Mean monthly value in cents.
    value_cents: Option<i64>,
}

/// Suggest prompts.
///
/// Queries of the website's keyword analysis that are questions, without those that are tracked, at most 50.
#[utoipa::path(
    get, path = "/api/answers/suggestions", tag = "answers", params(OfWebsite),
    responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Query(params): Query<OfWebsite>,
) -> Result<Json<Answer>> {
    let website = website(&state, member.workspace_id, params.website_id).await?;
    let tracked = answer::prompts(&state.db, member.workspace_id, website.id, false).await?;
    let tracked: HashSet<String> = tracked.iter().map(|prompt| prompt.text.to_lowercase()).collect();
    let queries = answer::frequent_queries(&state.db, member.workspace_id, website.id, READ).await?;
    let wanted =
        queries.into_iter().filter(|row| is_question(&row.query) && !tracked.contains(&row.query.to_lowercase()));
    let suggestions = wanted
        .take(MOST)
        .map(|row| Suggestion { text: row.query, impressions: row.impressions, value_cents: row.value_cents })
        .collect();
    Ok(Json(Answer { success: Success, suggestions }))
}

fn is_question(query: &str) -> bool {
    let query = query.trim().to_lowercase();
    let first = query.split_whitespace().next().unwrap_or_default();
    query.contains(' ') && (query.ends_with('?') || QUESTION_WORDS.contains(&first))
}
