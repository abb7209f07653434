//! Google's AI mode at SerpApi.

use serde_json::Value;

use super::parse::{checked, cited, write_blocks};
use crate::{
    ai_mode::from_overview,
    call::{Estimate, Parsed, Response},
    error::ProviderError,
    models::Answer,
    provider::Provider,
    serp::Overview,
};

/// Parses an answer; one without text and citations if Google showed none.
pub(super) fn answer(response: &Response, most: Estimate) -> Result<Parsed<Answer>, ProviderError> {
    let mut answer = from_overview(Provider::SerpApi, &parse(response)?);
    answer.cost = Some(most.amount);
    Ok(Parsed::fixed(answer))
}

/// Parses the text and references of an answer, also of a recorded one. The text is the Markdown of the provider, and
/// the text of its blocks where that is missing.
///
/// # Errors
/// Returns a [`ProviderError`] if the response is an error or has another shape.
pub fn parse(response: &Response) -> Result<Overview, ProviderError> {
    checked(response)?;
    let value: Value = response.json()?;
    let mut overview = Overview::default();
    match value.get("reconstructed_markdown").and_then(Value::as_str).filter(|text| !text.trim().is_empty()) {
        Some(markdown) => markdown.clone_into(&mut overview.text),
        None => write_blocks(value.get("text_blocks"), &mut overview.text),
    }
    cited(&value, &mut overview);
    Ok(overview)
}
