//! Input of the composer.

use documents::Brief;
use engines::{
    common::Day,
    content::{ComposeInput, Draft, FactKind, Sibling},
};
use serde_json::Value;
use shared::domain::document::Document;

use crate::error::JobError;

/// Returns the composer's input for a document.
pub(super) fn compose_input(
    row: &Document, brief: &Brief, siblings: Vec<Sibling>, as_of: Option<Day>,
) -> Result<ComposeInput, JobError> {
    let intent = row.intent.clone().map(Value::String).map(serde_json::from_value).transpose();
    Ok(ComposeInput {
        as_of,
        query: row.query.clone(),
        intent: intent.map_err(|error| JobError::defect(&error))?,
        facts: brief.facts.clone(),
        siblings,
        ..ComposeInput::default()
    })
}

/// Returns another document as a page to compare with.
pub(super) fn sibling(title: String, draft: &Draft, brief: &Brief) -> Sibling {
    let sentences = draft.blocks.iter().flat_map(|block| &block.sentences);
    let text = sentences.map(|sentence| sentence.text.as_str()).collect::<Vec<_>>().join(" ");
    let is_name = |kind: FactKind| {
        matches!(kind, FactKind::Place | FactKind::Service | FactKind::Business | FactKind::Neighbourhood)
    };
    let names = brief.facts.iter().filter(|fact| is_name(fact.kind)).map(|fact| fact.value.clone()).collect();
    Sibling { url: title, text, names }
}
