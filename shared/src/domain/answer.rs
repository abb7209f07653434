//! Answers of assistants: tracked prompts, engines, raw answers and what parsers read in them.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sqlx::types::Json;
use utoipa::ToSchema;
use uuid::Uuid;

use super::text_enum;

text_enum! {
    /// Where a question was asked. Answers of different surfaces differ and are never mixed.
    AnswerSurface {
        /// The programming interface of a model, without web search.
        Api = "api",
        /// The programming interface of a model, with its web search.
        ApiWebSearch = "api_web_search",
        /// The AI overview on a page of Google's search results.
        GoogleAiOverview = "google_ai_overview",
        /// Google's AI mode.
        GoogleAiMode = "google_ai_mode",
    }
}

text_enum! {
    /// How an answer ended.
    AnswerFinish {
        /// It is complete.
        Complete = "complete",
        /// It reached the limit of tokens; it is stored and not counted.
        CutOff = "cut_off",
        /// The provider withheld it; it is stored and not counted.
        Withheld = "withheld",
        /// The page of results had no AI overview, or AI mode showed no answer.
        Absent = "absent",
    }
}

/// Settings of a website's answer checks.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[schema(as = AnswerSettings)]
pub struct AnswerSettings {
    /// Names by which answers mention the own brand, at most 50.
    pub terms: Vec<String>,
    /// Rivals, at most 20.
    pub rivals: Vec<Rival>,
    /// Engines to ask, at most 10.
    pub engines: Vec<AnswerEngine>,
    /// Half of the interval's width to reach, 0.05 to 0.5.
    pub half_width: f64,
    /// Most answers of a prompt and engine in one check, 5 to 50.
    pub most_answers: u32,
    /// Most that one check may cost, in millionths of a dollar.
    pub budget_micros: i64,
    /// Days after which a prompt is due again, 1 to 90.
    pub every_days: u32,
    /// Days that the report counts as one period, 1 to 90.
    pub window_days: u32,
}

impl Default for AnswerSettings {
    fn default() -> Self {
        Self {
            terms: Vec::new(),
            rivals: Vec::new(),
            engines: Vec::new(),
            half_width: 0.2,
            most_answers: 10,
            budget_micros: 5_000_000,
            every_days: 7,
            window_days: 7,
        }
    }
}

/// A rival.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[schema(as = AnswerRival)]
pub struct Rival {
    /// Host, without `www.`; its subdomains belong to it.
    pub host: String,
    /// Names by which answers mention it, at most 50.
    pub terms: Vec<String>,
}

/// An engine to ask: a model, or Google's AI mode, through a connection.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = AnswerEngine)]
pub struct AnswerEngine {
    /// Connection.
    pub connection_id: Uuid,
    /// Name of the model; empty for AI mode.
    #[serde(default)]
    pub model: String,
    /// Whether Google's AI mode is asked, through a provider of search results.
    #[serde(default)]
    pub ai_mode: bool,
    /// Whether the model uses web search.
    #[serde(default = "yes")]
    pub web_search: bool,
    /// Price of a million input tokens, in millionths of a dollar, where the price list lacks the model.
    pub input_micros: Option<u64>,
    /// Price of a million output tokens, in millionths of a dollar.
    pub output_micros: Option<u64>,
}

const fn yes() -> bool {
    true
}

/// Settings with the revision of their brand terms.
#[derive(Debug, Clone, PartialEq)]
pub struct StoredSettings {
    /// Grows with each change of the terms or rivals.
    pub revision: i64,
    /// Settings.
    pub settings: AnswerSettings,
}

/// A tracked prompt.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, sqlx_macros::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct TrackedPrompt {
    /// Time-ordered.
    pub id: Uuid,
    /// Question.
    pub text: String,
    /// Topic; empty for none.
    pub topic: String,
    /// Country, as two letters.
    pub country: Option<String>,
    /// City.
    pub city: Option<String>,
    /// Language.
    pub language: Option<String>,
    /// Monthly value in cents.
    pub value_cents: Option<i64>,
    /// Whether checks leave it out.
    pub paused: bool,
    /// Time of creation.
    pub created_at: DateTime<Utc>,
    /// Time at which it was removed; its answers are kept.
    pub archived_at: Option<DateTime<Utc>>,
}

/// A stored answer, without the raw response.
#[derive(Debug, Clone, Serialize, sqlx_macros::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct StoredAnswer {
    /// Time-ordered.
    pub id: Uuid,
    /// Website.
    pub website_id: Uuid,
    /// Prompt; `None` for a query of a rank check.
    pub prompt_id: Option<Uuid>,
    /// Text of the prompt when it was asked.
    pub prompt_text: String,
    /// Run that asked.
    pub run_id: Uuid,
    /// Key of the engine.
    pub engine: String,
    /// Key of the provider.
    pub provider: String,
    /// Model that was asked for.
    pub model: String,
    /// Model with its version, as the provider reports it.
    pub model_version: String,
    /// Surface.
    pub surface: AnswerSurface,
    /// Country.
    pub country: Option<String>,
    /// City.
    pub city: Option<String>,
    /// Language.
    pub language: Option<String>,
    /// Time.
    pub asked_at: DateTime<Utc>,
    /// Parameters of the request.
    pub parameters: Json<Value>,
    /// Cost in millionths of a dollar.
    pub cost_micros: i64,
    /// How it ended.
    pub finish: AnswerFinish,
    /// Text.
    pub text: String,
}

/// An answer to store.
#[derive(Debug, Clone)]
pub struct NewAnswer {
    /// Workspace.
    pub workspace_id: Uuid,
    /// Website.
    pub website_id: Uuid,
    /// Prompt; `None` for a query of a rank check.
    pub prompt_id: Option<Uuid>,
    /// Text of the prompt or query.
    pub prompt_text: String,
    /// Run that asked.
    pub run_id: Uuid,
    /// What was asked for: the second answer of a slot is not stored.
    pub slot: String,
    /// Key of the engine.
    pub engine: String,
    /// Key of the provider.
    pub provider: String,
    /// Model that was asked for; empty for search results.
    pub model: String,
    /// Model with its version, as the provider reports it.
    pub model_version: String,
    /// Surface.
    pub surface: AnswerSurface,
    /// Country.
    pub country: Option<String>,
    /// City.
    pub city: Option<String>,
    /// Language.
    pub language: Option<String>,
    /// Time.
    pub asked_at: DateTime<Utc>,
    /// Parameters of the request.
    pub parameters: Value,
    /// Cost in millionths of a dollar.
    pub cost_micros: i64,
    /// How it ended.
    pub finish: AnswerFinish,
    /// Text.
    pub text: String,
    /// Response as received, compressed with gzip.
    pub raw: Vec<u8>,
    /// SHA-256 of the response as received.
    pub raw_sha256: Vec<u8>,
}

/// A page that an answer cites.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, sqlx_macros::FromRow)]
pub struct ReadCitation {
    /// Normalised URL; `None` where the answer only has a redirect.
    pub url: Option<String>,
    /// Host, without `www.`.
    pub host: String,
    /// Registrable domain.
    pub domain: String,
    /// Title.
    pub title: Option<String>,
    /// Number of citations.
    pub count: i64,
}

/// A mention of a brand.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, sqlx_macros::FromRow)]
pub struct ReadMention {
    /// Host of the brand.
    pub host: String,
    /// Term.
    pub term: String,
    /// First character in the text.
    pub first: i64,
    /// Character after the last.
    pub past: i64,
}

/// What a parser read in an answer.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Reading {
    /// Version of the parser.
    pub parser: i64,
    /// Revision of the brand terms.
    pub revision: i64,
    /// Cited pages in order.
    pub citations: Vec<ReadCitation>,
    /// Mentions in order.
    pub mentions: Vec<ReadMention>,
}

/// What a check has asked and what it cost.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AnswerCheck)]
pub struct CheckSummary {
    /// Answers that were stored, with those of an interrupted attempt.
    pub answers: i64,
    /// Cost in millionths of a dollar, with the estimates of calls whose cost is not known.
    pub spent_micros: i64,
    /// Whether the budget ended the check before the intervals were narrow enough.
    pub is_out_of_budget: bool,
    /// Engines that could not be asked; their figures are those of their last answers.
    pub failures: Vec<EngineFailure>,
}

/// An engine that could not be asked.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AnswerEngineFailure)]
pub struct EngineFailure {
    /// Key of the engine.
    pub engine: String,
    /// Stable identifier of the failure.
    pub kind: String,
    /// Reason.
    pub message: String,
}

impl AnswerEngine {
    /// Returns the key of the engine: provider, model and surface, which keep their answers apart.
    #[must_use]
    pub fn key(&self, provider: &str) -> String {
        format!("{provider}:{}:{}", self.model, self.surface())
    }

    /// Returns the surface that is asked.
    #[must_use]
    pub const fn surface(&self) -> AnswerSurface {
        match (self.ai_mode, self.web_search) {
            (true, _) => AnswerSurface::GoogleAiMode,
            (false, true) => AnswerSurface::ApiWebSearch,
            (false, false) => AnswerSurface::Api,
        }
    }
}
