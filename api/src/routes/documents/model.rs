//! Models that can write a document, and what that costs.

use documents::{Sheet, Topic};
use engines::content::generate::{
    ModelPrompt, largest_again, largest_second_reading, outline_prompt, section_prompt, sentence_prompt,
};
use providers::{Micros, PriceBook, Provider, models, provider::TokenPrice};
use shared::{
    domain::{connection::Connection, document::Document},
    store::connection,
};
use uuid::Uuid;

use super::{body, part::Part};
use crate::{
    error::{ApiError, Result},
    routes::{admin::prices, answers::assistant},
    state::AppState,
};

/// Attempts at a section, of which the second is made only where too many sentences lack support.
const ATTEMPTS: i64 = 2;
const MODEL_CHARS: usize = 200;

/// A model with its price, where the price list lacks it.
#[derive(Debug, Clone)]
pub(super) struct Model {
    /// Name.
    pub(super) name: String,
    /// Price of a million input tokens, in millionths of a dollar.
    pub(super) input: Option<u64>,
    /// Price of a million output tokens, in millionths of a dollar.
    pub(super) output: Option<u64>,
}

/// What is written.
#[derive(Debug, Clone)]
pub(super) struct Asked {
    /// The part.
    pub(super) part: Part,
    /// True if the model reads it again.
    pub(super) has_second: bool,
}

/// Cost of writing a document. All are bounds: an answer is charged by its length.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cost {
    /// Number of sections that are written; 0 for a sentence.
    pub(super) sections: usize,
    /// Most that the first request can cost.
    pub(super) first_micros: i64,
    /// Most that one attempt at each section, or at the sentence, can cost, with its second reading, which may ask twice.
    pub(super) likely_micros: i64,
    /// Most that all attempts can cost.
    pub(super) most_micros: i64,
}

/// Returns why the price of a model is unknown, as a sentence; `None` if it is known or given.
pub(super) async fn missing_price(
    state: &AppState, workspace_id: Uuid, connection_id: Uuid, model: &Model,
) -> Result<Option<String>> {
    let connection = connection(state, workspace_id, connection_id).await?;
    let name = checked_name(model)?;
    let Some(provider) = assistant(&connection).filter(|_| model.input.is_none() || model.output.is_none()) else {
        return Ok(None);
    };
    let prices = prices::book(&state.db).await?;
    let estimate = models::estimate(provider, &prices, &models::Prompt::new(name, ""));
    Ok(estimate.err().map(|error| sentence(&error.to_string())))
}

/// Returns the trimmed name of a model.
fn checked_name(model: &Model) -> Result<&str> {
    let name = model.name.trim();
    if name.is_empty() || name.chars().count() > MODEL_CHARS || name.chars().any(char::is_control) {
        return Err(ApiError::invalid("/model", "must be one line of 1 to 200 characters"));
    }
    Ok(name)
}

/// Returns the cost of writing a part of a document with a model of a connection.
pub(super) async fn cost(
    state: &AppState, workspace_id: Uuid, row: &Document, connection_id: Uuid, (model, asked): (&Model, &Asked),
) -> Result<Cost> {
    let connection = connection(state, workspace_id, connection_id).await?;
    let provider = assistant(&connection).filter(|provider| streams(*provider));
    let detail = "must be a connection to OpenAI, a compatible server, or Anthropic";
    let provider = provider.ok_or_else(|| ApiError::invalid("/connectionId", detail))?;
    checked_name(model)?;
    if row.version == 0 {
        let detail = "The document has no text yet. Compose it first: a model writes from its facts.";
        return Err(ApiError::invalid("/id", detail));
    }
    let sheet = sheet(state, workspace_id, row).await?;
    let is_sentence = matches!(asked.part, Part::Sentence(..));
    let (outline, texts) = prompts(&sheet, &asked.part)?;
    let prices = prices::book(&state.db).await?;
    let price = |prompt: &ModelPrompt| price(provider, model, prompt, prices.clone());
    let outline = outline.as_ref().map(price).transpose()?;
    let again = |text: &ModelPrompt| {
        let largest = largest_second_reading(&sheet.material, text, is_sentence);
        Ok(price(&largest)?.saturating_add(price(&largest_again(&largest))?))
    };
    let again = texts.iter().filter(|_| asked.has_second).map(again).collect::<Result<Vec<i64>>>()?;
    let texts = texts.iter().map(price).collect::<Result<Vec<i64>>>()?;
    let text = texts.iter().chain(&again).fold(0_i64, |sum, one| sum.saturating_add(*one));
    let plan = outline.unwrap_or_default();
    let sections = if is_sentence { 0 } else { texts.len() };
    Ok(Cost {
        sections,
        first_micros: outline.or_else(|| texts.first().copied()).unwrap_or_default(),
        likely_micros: plan.saturating_add(text),
        most_micros: plan.saturating_add(text.saturating_mul(ATTEMPTS)),
    })
}

/// Returns the prompts: of the outline, if there is one, and of each text.
fn prompts(sheet: &Sheet, part: &Part) -> Result<(Option<ModelPrompt>, Vec<ModelPrompt>)> {
    let (material, detail) = (&sheet.material, "cites no fact of the document. A model writes from facts only.");
    match part {
        Part::Page => {
            let headings: Vec<String> = sheet.sections.iter().map(|section| section.heading.clone()).collect();
            let texts = sheet.sections.iter().map(|section| section_prompt(material, section, &headings, &[]));
            Ok((Some(outline_prompt(material, &headings)), texts.collect()))
        }
        Part::Sections(range) => {
            let before = sheet.headings_before(range.end);
            let passages = sheet.passages(range);
            let texts: Vec<_> =
                passages.iter().map(|one| section_prompt(material, &one.section, &before, &[])).collect();
            if texts.is_empty() { Err(ApiError::invalid("/blocks", detail)) } else { Ok((None, texts)) }
        }
        Part::Sentence(block, sentence) => {
            let phrase = sheet.phrase(*block, *sentence).filter(|phrase| !phrase.fact_ids.is_empty());
            let phrase = phrase.ok_or_else(|| ApiError::invalid("/sentence", detail))?;
            Ok((None, vec![sentence_prompt(material, &phrase.text, &phrase.fact_ids, &phrase.around)]))
        }
    }
}

/// Returns a connection of the workspace.
pub(super) async fn connection(state: &AppState, workspace_id: Uuid, id: Uuid) -> Result<Connection> {
    connection::find(&state.db, workspace_id, id).await?.ok_or(ApiError::NotFound("connection"))
}

/// Returns true for providers whose text is read while it is written.
pub(super) const fn streams(provider: Provider) -> bool {
    matches!(provider, Provider::OpenAi | Provider::Anthropic)
}

async fn sheet(state: &AppState, workspace_id: Uuid, row: &Document) -> Result<Sheet> {
    let version = body::wanted_version(state, workspace_id, row, None).await?;
    let topic =
        Topic { title: row.title.clone(), query: row.query.clone(), intent: row.intent.clone().unwrap_or_default() };
    let brief = serde_json::from_value(row.brief.0.clone()).map_err(ApiError::unexpected)?;
    let draft = serde_json::from_value(version.draft.0).map_err(ApiError::unexpected)?;
    let known = serde_json::from_value(version.cited.0).map_err(ApiError::unexpected)?;
    Ok(Sheet::new(topic, brief, draft, known))
}

fn price(provider: Provider, model: &Model, prompt: &ModelPrompt, mut prices: PriceBook) -> Result<i64> {
    if let (Some(input), Some(output)) = (model.input, model.output) {
        let price = TokenPrice { input: Micros(input), output: Micros(output) };
        prices = prices.with_model(provider, model.name.trim(), price);
    }
    let request = models::Prompt {
        system: Some(prompt.system.clone()),
        max_tokens: prompt.max_tokens,
        ..models::Prompt::new(model.name.trim(), &prompt.user)
    };
    let estimate = models::estimate(provider, &prices, &request);
    let estimate = estimate.map_err(|error| ApiError::invalid("/model", sentence(&error.to_string())))?;
    Ok(i64::try_from(estimate.amount.0).unwrap_or(i64::MAX))
}

/// Returns an error as a sentence.
fn sentence(error: &str) -> String {
    let mut letters = error.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).chain(['.']).collect())
}
