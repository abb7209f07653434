//! Answers and prompts, in responses.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use shared::domain::{
    answer::{AnswerFinish, AnswerSurface, ReadCitation, ReadMention, StoredAnswer, TrackedPrompt},
    website::Website,
};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use crate::{
    error::{ApiError, Result},
    state::AppState,
};

/// The website of a request.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct OfWebsite {
    /// Website.
    pub(super) website_id: Uuid,
}

/// Returns a website of the workspace that is in use.
pub(super) async fn website(state: &AppState, workspace_id: Uuid, id: Uuid) -> Result<Website> {
    let found = shared::store::website::find(&state.db, workspace_id, id).await?;
    found.filter(|website| website.archived_at.is_none()).ok_or(ApiError::NotFound("website"))
}

/// A tracked prompt.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AnswerPrompt)]
pub(super) struct PromptView {
    id: Uuid,
    /// Question.
    text: String,
    /// Topic; empty for none.
    topic: String,
    /// Country, as two letters.
    country: Option<String>,
    city: Option<String>,
    language: Option<String>,
    /// Monthly value in cents.
    value_cents: Option<i64>,
    /// Whether checks leave it out.
    paused: bool,
    created_at: DateTime<Utc>,
}

impl From<TrackedPrompt> for PromptView {
    fn from(row: TrackedPrompt) -> Self {
        let TrackedPrompt { id, text, topic, country, city, language, value_cents, paused, created_at, .. } = row;
        Self { id, text, topic, country, city, language, value_cents, paused, created_at }
    }
}

/// An answer.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = StoredAnswer)]
pub(super) struct AnswerView {
    id: Uuid,
    /// `null` for a query of a rank check.
    prompt_id: Option<Uuid>,
    /// Text of the prompt when it was asked.
    prompt_text: String,
    run_id: Uuid,
    /// Key of the engine: provider, model and surface.
    engine: String,
    provider: String,
    /// Model that was asked for.
    model: String,
    /// Model with its version, as the provider reports it.
    model_version: String,
    surface: AnswerSurface,
    country: Option<String>,
    city: Option<String>,
    language: Option<String>,
    asked_at: DateTime<Utc>,
    /// Parameters of the request, with the queries that the model searched for.
    #[schema(value_type = Object)]
    parameters: Value,
    /// Cost in millionths of a dollar.
    cost_micros: i64,
    /// How it ended. Only complete answers count.
    finish: AnswerFinish,
    /// Text as the model wrote it. Show it as plain text.
    text: String,
}

impl From<StoredAnswer> for AnswerView {
    fn from(row: StoredAnswer) -> Self {
        Self {
            id: row.id,
            prompt_id: row.prompt_id,
            prompt_text: row.prompt_text,
            run_id: row.run_id,
            engine: row.engine,
            provider: row.provider,
            model: row.model,
            model_version: row.model_version,
            surface: row.surface,
            country: row.country,
            city: row.city,
            language: row.language,
            asked_at: row.asked_at,
            parameters: row.parameters.0,
            cost_micros: row.cost_micros,
            finish: row.finish,
            text: row.text,
        }
    }
}

/// A page that an answer cites.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = AnswerCitation)]
pub(super) struct CitationView {
    /// Normalised URL; `null` if the answer only names the host.
    url: Option<String>,
    host: String,
    /// Registrable domain.
    domain: String,
    title: Option<String>,
    /// Number of citations.
    count: i64,
    /// Whether it is a page of the website.
    own: bool,
}

impl CitationView {
    pub(super) fn new(row: ReadCitation, own_host: &str) -> Self {
        let ReadCitation { url, host, domain, title, count } = row;
        let own = host == own_host || host.strip_suffix(own_host).is_some_and(|rest| rest.ends_with('.'));
        Self { url, host, domain, title, count, own }
    }
}

/// A mention of a brand in an answer.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = AnswerMention)]
pub(super) struct MentionView {
    /// Host of the brand.
    host: String,
    term: String,
    /// First character of the text.
    first: i64,
    /// Character after the last.
    past: i64,
}

impl From<ReadMention> for MentionView {
    fn from(row: ReadMention) -> Self {
        let ReadMention { host, term, first, past } = row;
        Self { host, term, first, past }
    }
}
