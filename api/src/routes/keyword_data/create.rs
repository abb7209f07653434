//! Starts a run that fetches data on keywords.

use axum::{extract::State, response::Response};
use serde::{Deserialize, Serialize};
use serde_json::json;
use shared::{
    domain::{
        keyword_data::KeywordOrder,
        run::{NewRun, RunKind},
        website::Website,
    },
    store::keyword,
};
use utoipa::ToSchema;
use uuid::Uuid;

use super::input;
use crate::{
    error::{ApiError, FieldError, Result},
    extract::{Changes, Json, Member, Success},
    routes::{
        admin::prices,
        runs::{
            start,
            view::RunView,
            wait::{self, Prefer, Waiter},
        },
    },
    state::AppState,
};

/// Ideas for a keyword, and ranked keywords of a domain, unless stated.
const ROWS: u32 = 100;
/// Largest budget of a run: $100.
const MOST_MICROS: i64 = 100_000_000;

/// What to fetch for a website. Omitted fields want nothing.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = NewKeywordData)]
pub(super) struct Input {
    pub(super) website_id: Uuid,
    /// Id of the connection. Default: the first that can.
    pub(super) connection_id: Option<String>,
    /// Country as two letters. Default: us.
    country: Option<String>,
    /// Language as two letters. Default: en.
    language: Option<String>,
    /// Keywords whose volume and prices to fetch, at most 1,000.
    #[serde(default)]
    keywords: Vec<String>,
    /// Whether to fetch the volume of tracked keywords.
    #[serde(default)]
    tracked: bool,
    /// Whether to fetch the volume of keywords of the latest analysis without one.
    #[serde(default)]
    known: bool,
    /// Whether to fetch the difficulty of these keywords.
    #[serde(default)]
    difficulty: bool,
    /// Keywords for which to fetch ideas, at most 20.
    #[serde(default)]
    seeds: Vec<String>,
    /// Ideas for each of them, 1 to 1,000. Default: 100.
    ideas: Option<u32>,
    /// Domain whose ranked keywords to fetch: the website's or a rival's.
    domain: Option<String>,
    /// Most ranked keywords, 1 to 1,000. Default: 100.
    ranked: Option<u32>,
    /// Most links to the website, at most 1,000, one of each linking domain. Default: 0.
    links: Option<u32>,
    /// Most that the run may cost, in millionths of a dollar, up to 100,000,000. Default: the estimate.
    budget_micros: Option<i64>,
}

/// The run.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = KeywordDataStarted)]
pub(super) struct Answer {
    success: Success,
    /// Most that the run costs, in millionths of a dollar.
    cost_micros: u64,
    run: RunView,
}

/// Fetch data on keywords.
///
/// Asks a connection for search volumes, prices of clicks, difficulty, ideas, ranked keywords and links, within the budget of
/// the run and of the connection. What it returns is an import of the website, which the engines read and an undo removes. The
/// result of the run has the numbers of rows, the failed parts and the cost. Returns at once unless `Prefer: wait=N` is set.
/// Requires an editor.
#[utoipa::path(
    post, path = "/api/keyword-data", tag = "keywords", request_body = Input, params(("Prefer" = Option<String>, Header)),
    responses((status = 200, body = Answer), (status = 202, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member<Changes>, prefer: Prefer, Json(input): Json<Input>,
) -> Result<Response> {
    let website = super::website(&state, member.workspace_id, input.website_id).await?;
    let connection = super::chosen(&state, member.workspace_id, input.connection_id.as_deref()).await?;
    let (mut order, budget) = input.order(&website)?;
    let wanted = keyword::wanted(&state.db, member.workspace_id, &order).await?;
    let cost = input::wanted(&order, wanted.keywords.len()).cost(&prices::book(&state.db).await?);
    if cost.0 == 0 {
        let detail =
            "Choose what to fetch: there are no keywords whose volume could be fetched, and nothing else is wanted.";
        return Err(ApiError::invalid("/keywords", detail));
    }
    let connection = connection.ok_or_else(|| {
        let detail = "No connection returns data on keywords. Connect DataForSEO first.";
        ApiError::Conflict(FieldError::new("/connectionId", detail))
    })?;
    order.connection_id = Some(connection.id);
    order.budget_micros = budget.unwrap_or_else(|| i64::try_from(cost.0).unwrap_or(i64::MAX));
    let new = NewRun::new(member.workspace_id, member.caller.user_id, RunKind::KeywordData, json!(order));
    let new = NewRun { website_id: Some(website.id), ..new };
    let wait = prefer.or_seconds(0);
    let waiter = Waiter::new(&state, member.caller.user_id, wait);
    let run = waiter.ended(&state, start::start(&state, &new).await?).await?;
    let is_ended = run.status.is_final();
    Ok(wait::answer(is_ended, wait, Answer { success: Success, cost_micros: cost.0, run: run.into() }))
}

impl Input {
    /// Returns the order, still without connection and budget, and the budget if it is stated.
    pub(super) fn order(self, website: &Website) -> Result<(KeywordOrder, Option<i64>)> {
        let budget = self.budget_micros;
        if budget.is_some_and(|micros| !(1..=MOST_MICROS).contains(&micros)) {
            return Err(ApiError::invalid("/budgetMicros", "must be 1 to 100,000,000"));
        }
        let order = KeywordOrder {
            website_id: website.id,
            country: input::country(self.country.as_deref().unwrap_or("us"))?,
            language: input::language(self.language.as_deref().unwrap_or("en"))?,
            keywords: input::keywords(&self.keywords, "/keywords", input::MOST_GIVEN)?,
            tracked: self.tracked,
            known: self.known,
            difficulty: self.difficulty,
            seeds: input::keywords(&self.seeds, "/seeds", input::MOST_SEEDS)?,
            ideas: input::rows(self.ideas.unwrap_or(ROWS), 1, "/ideas")?,
            domain: input::domain(self.domain.as_deref().unwrap_or_default())?,
            ranked: input::rows(self.ranked.unwrap_or(ROWS), 1, "/ranked")?,
            links: input::rows(self.links.unwrap_or(0), 0, "/links")?,
            ..KeywordOrder::default()
        };
        Ok((order, budget))
    }
}
