//! Expected cost of a check.

use std::collections::BTreeMap;

use chrono::Duration;
use providers::{
    Micros, PriceBook, Provider,
    ai_mode::{self, Question},
    answers::question,
    models,
    provider::{Operation, PRICES, TokenPrice, Unit},
};
use serde::Serialize;
use shared::{
    domain::{answer::AnswerEngine, answer::TrackedPrompt, connection::Connection, now},
    store::{answer, connection},
};
use utoipa::ToSchema;
use uuid::Uuid;

use super::engines::{ai_mode_provider, assistant};
use crate::{error::Result, routes::admin::prices, state::AppState};

/// Answers that each prompt gets first.
pub(super) const FIRST: i64 = 5;
/// Days whose answers tell what an answer costs.
const DAYS: Duration = Duration::days(90);

/// Expected cost of an engine's answers.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AnswerEngineCost)]
pub(super) struct EngineCostView {
    /// Key of the engine.
    engine: String,
    /// Expected cost of the first five answers of all prompts, in millionths of a dollar; `null` if the engine cannot be
    /// asked.
    pub(super) first_micros: Option<i64>,
    /// Most that one answer can cost. It is reserved before each answer, so the budgets must cover it.
    most_micros: Option<i64>,
    /// Mean cost of an answer in the last 90 days; `null` without answers.
    mean_micros: Option<i64>,
    /// Price of an answer of AI mode; `null` for other engines.
    price: Option<AnswerPriceView>,
    /// Why it cannot be asked.
    problem: Option<String>,
}

/// Price of an answer, and where it comes from.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AnswerPrice)]
struct AnswerPriceView {
    /// Price in effect, in millionths of a dollar.
    micros: i64,
    /// Whether an administrator has entered it. Otherwise it is the built-in one.
    is_own: bool,
    /// Page of the provider with its prices.
    source_url: &'static str,
    /// Day on which the built-in price was noted.
    #[schema(examples("2026-11-23"))]
    noted_on: &'static str,
    /// Whether the built-in price was read from that page.
    is_confirmed: bool,
}

/// Returns the expected cost of each engine.
pub(super) async fn costs(
    state: &AppState, workspace_id: Uuid, website_id: Uuid, engines: &[AnswerEngine], prompts: &[TrackedPrompt],
) -> Result<Vec<EngineCostView>> {
    let paid = answer::costs(&state.db, workspace_id, website_id, now() - DAYS).await?;
    let paid: BTreeMap<&str, i64> =
        paid.iter().filter(|row| row.answers > 0).map(|row| (row.engine.as_str(), row.micros / row.answers)).collect();
    let prices = prices::book(&state.db).await?;
    let mut found = Vec::new();
    for engine in engines {
        let connection = connection::find(&state.db, workspace_id, engine.connection_id).await?;
        let key = engine.key(connection.as_ref().map_or("removed", |connection| connection.provider.as_str()));
        let price = connection.as_ref().filter(|_| engine.ai_mode).and_then(|of| ai_mode_price(of, &prices));
        let expected = expected(connection.as_ref(), engine, prompts, &prices);
        let mean_micros = paid.get(key.as_str()).copied();
        let (first_micros, most_micros, problem) = match expected {
            Ok((micros, most)) => (Some(micros.saturating_mul(FIRST)), Some(most), None),
            Err(problem) => (None, None, Some(problem)),
        };
        found.push(EngineCostView { engine: key, first_micros, most_micros, mean_micros, price, problem });
    }
    Ok(found)
}

/// Returns the expected cost of one answer to each prompt, and the most that one of these answers can cost.
fn expected(
    connection: Option<&Connection>, engine: &AnswerEngine, prompts: &[TrackedPrompt], prices: &PriceBook,
) -> std::result::Result<(i64, i64), String> {
    let connection = connection.ok_or_else(|| "The connection was removed.".to_owned())?;
    if engine.ai_mode {
        let provider = ai_mode_provider(connection).ok_or_else(|| "The provider has no AI mode.".to_owned())?;
        return Ok(in_ai_mode(provider, prompts, prices));
    }
    let provider = assistant(connection).ok_or_else(|| "The provider has no language models.".to_owned())?;
    let mut prices = prices.clone();
    if let (Some(input), Some(output)) = (engine.input_micros, engine.output_micros) {
        let price = TokenPrice { input: Micros(input), output: Micros(output) };
        prices = prices.with_model(provider, &engine.model, price);
    }
    let (mut sum, mut most) = (0_i64, 0);
    for prompt in prompts {
        let (country, city) = (prompt.country.as_deref(), prompt.city.as_deref());
        let question = question(&engine.model, &prompt.text, engine.web_search, country, city);
        let expected = models::expected(provider, &prices, &question).map_err(|error| error.to_string())?;
        let bound = models::estimate(provider, &prices, &question).map_err(|error| error.to_string())?.amount;
        sum = sum.saturating_add(micros(expected));
        most = most.max(micros(bound));
    }
    Ok((sum, most))
}

/// Returns the same for AI mode, which has a fixed price. Prompts of countries from which it is not asked cost nothing.
fn in_ai_mode(provider: Provider, prompts: &[TrackedPrompt], prices: &PriceBook) -> (i64, i64) {
    let question =
        |prompt: &TrackedPrompt| Question::new(&prompt.text, prompt.country.as_deref(), prompt.language.as_deref());
    let bound = |prompt| ai_mode::estimate(provider, prices, &question(prompt)).ok();
    let bounds: Vec<i64> = prompts.iter().filter_map(bound).map(|estimate| micros(estimate.amount)).collect();
    (bounds.iter().fold(0, |sum, bound| bound.saturating_add(sum)), bounds.iter().copied().max().unwrap_or(0))
}

/// Returns the price of an answer of AI mode through a connection.
fn ai_mode_price(connection: &Connection, prices: &PriceBook) -> Option<AnswerPriceView> {
    let operation = match ai_mode_provider(connection)? {
        Provider::DataForSeo => Operation::DATA_FOR_SEO_AI_MODE,
        Provider::SerpApi => Operation::SERP_API_AI_MODE,
        _ => return None,
    };
    let listed = PRICES.iter().find(|price| price.operation == operation && price.unit == Unit::Call)?;
    let in_effect = prices.unit(operation, Unit::Call);
    Some(AnswerPriceView {
        micros: micros(in_effect),
        is_own: in_effect != listed.micros,
        source_url: listed.source,
        noted_on: listed.date,
        is_confirmed: listed.is_confirmed,
    })
}

fn micros(amount: Micros) -> i64 {
    i64::try_from(amount.0).unwrap_or(i64::MAX)
}
