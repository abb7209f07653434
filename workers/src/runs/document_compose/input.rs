//! Input of the composer.

use documents::Brief;
use engines::{
    common::Day,
    content::{ComposeInput, Draft, FactKind, PlaceFacts, Sibling},
};
use serde_json::Value;
use shared::domain::document::Document;

/// What a workspace adds to a document: its own pack, and its other documents.
#[derive(Debug, Default)]
pub(super) struct Surroundings {
    /// Text of the workspace's own pack of the vertical.
    pub(super) pack: Option<String>,
    /// Other documents of the website.
    pub(super) siblings: Vec<Sibling>,
    /// Ids of the pack's statements that they cite.
    pub(super) used: Vec<String>,
}

use crate::error::JobError;

/// Returns the composer's input for a document.
pub(super) fn compose_input(
    row: &Document, brief: &Brief, around: Surroundings, as_of: Option<Day>,
) -> Result<ComposeInput, JobError> {
    let intent = row.intent.clone().map(Value::String).map(serde_json::from_value).transpose();
    Ok(ComposeInput {
        as_of,
        query: row.query.clone(),
        intent: intent.map_err(|error| JobError::defect(&error))?,
        facts: brief.facts.clone(),
        siblings: around.siblings,
        vertical: row.vertical.clone(),
        pack: around.pack,
        place: place(row),
        questions: brief.questions.clone(),
        used: around.used,
        outline: brief.outline.clone(),
        words: brief.words.clone(),
        ..ComposeInput::default()
    })
}

/// Returns what is known of the document's place. A place without reference data keeps its name only.
fn place(row: &Document) -> Option<PlaceFacts> {
    let name = row.place.as_deref()?.trim();
    let id = row.geoname_id.map(|id| id.to_string());
    let vertical = row.vertical.as_deref();
    let found = id.and_then(|id| PlaceFacts::find(&id, None, vertical));
    found.or_else(|| PlaceFacts::find(name, None, vertical)).or_else(|| named(name))
}

fn named(name: &str) -> Option<PlaceFacts> {
    let (city, state) = name.split_once(',').unwrap_or((name, ""));
    let (name, state) = (city.trim().to_owned(), state.trim().to_owned());
    (!name.is_empty()).then(|| PlaceFacts { name, state, ..PlaceFacts::default() })
}

/// Returns the ids of the statements of packs that a draft cites.
pub(super) fn statements(draft: &Draft) -> impl Iterator<Item = String> {
    draft.body().flat_map(|sentence| sentence.fact_ids.clone()).filter(|id| id.starts_with("pack."))
}

/// Returns another document as a page to compare with.
pub(super) fn sibling(title: String, draft: &Draft, brief: &Brief) -> Sibling {
    // A heading would otherwise be read as the beginning of the sentence after it.
    let closed = |text: &str| if text.ends_with(['.', '?', '!']) { text.to_owned() } else { format!("{text}.") };
    let text = draft.body().map(|sentence| closed(&sentence.text)).collect::<Vec<_>>().join(" ");
    let is_name = |kind: FactKind| {
        matches!(kind, FactKind::Place | FactKind::Service | FactKind::Business | FactKind::Neighbourhood)
    };
    let names = brief.facts.iter().filter(|fact| is_name(fact.kind)).map(|fact| fact.value.clone()).collect();
    Sibling { url: title, text, names }
}
