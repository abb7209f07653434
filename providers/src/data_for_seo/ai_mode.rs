//! Google's AI mode at DataForSEO.

use serde_json::{Value, json};

use super::{
    envelope::results,
    serp::{RawSerp, escaped, overview},
};
use crate::{
    ai_mode::{Question, from_overview},
    call::{Estimate, Parsed, Response},
    error::ProviderError,
    models::Answer,
    provider::Provider,
    serp::{AiOverview, Overview},
};

/// Longest question, in characters.
const LONGEST: usize = 700;

/// Returns the task of a question.
pub(super) fn task(question: &Question) -> Result<Value, ProviderError> {
    let wrong = |message: &str| {
        Err(ProviderError::InvalidField { field: Some("text".to_owned()), message: message.to_owned() })
    };
    match question.text.chars().count() {
        0 => return wrong("it is empty"),
        length if length > LONGEST => return wrong("it is longer than 700 characters"),
        _ => {}
    }
    Ok(json!({
        "keyword": escaped(&question.text), "language_code": question.language,
        "location_code": question.country_at(Provider::DataForSeo)?.code, "device": "desktop",
    }))
}

/// Parses an answer; one without text and citations if Google showed none.
pub(super) fn answer(response: &Response, most: Estimate) -> Result<Parsed<Answer>, ProviderError> {
    let parsed = results::<RawSerp>(response)?;
    let mut answer = from_overview(Provider::DataForSeo, &shown(&parsed.value));
    answer.cost = Some(parsed.charge.map_or(most.amount, |charge| charge.amount));
    Ok(Parsed { value: answer, charge: parsed.charge })
}

/// Parses the overview of a recorded answer.
pub(super) fn parse(response: &Response) -> Result<Overview, ProviderError> {
    results::<RawSerp>(response).map(|parsed| shown(&parsed.value))
}

fn shown(results: &[RawSerp]) -> Overview {
    let items = results.iter().flat_map(|raw| &raw.items);
    let found = items.filter(|item| item.get("type").and_then(Value::as_str) == Some("ai_overview")).map(overview);
    let mut whole = Overview::default();
    for part in found {
        let AiOverview::Present(part) = part else { continue };
        if !whole.text.is_empty() {
            whole.text.push('\n');
        }
        whole.text.push_str(&part.text);
        part.references.into_iter().for_each(|reference| whole.cite(reference));
    }
    whole
}
