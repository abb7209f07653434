//! Reads what search engines read first.

use serde_json::Value;

use crate::{ApplyError, PageFacts, outline::Outline, page::Page, words};

/// Maximum number of characters of a text.
pub(crate) const MOST_TEXT: usize = 1_000;
/// Maximum number of types of structured data.
const MOST_TYPES: usize = 50;
/// Maximum number of levels of structured data that are read.
const MOST_LEVELS: usize = 20;

/// Returns the facts of a page.
///
/// # Errors
/// Returns an error if the page cannot be read, and if the caller cancels.
pub fn facts(html: &[u8], cancelled: &dyn Fn() -> bool) -> Result<PageFacts, ApplyError> {
    let page = Page::new(html, cancelled)?;
    let outline = Outline::read(&page, cancelled)?;
    let title = outline.title.as_ref().filter(|title| title.is_closed).map(|title| page.text(&title.inner));
    let description = outline.description.as_ref().and_then(|found| found.text.clone());
    let types = types(&page, &outline);
    Ok(PageFacts {
        title: title.and_then(|text| shown(&text)),
        description: description.and_then(|text| shown(&text)),
        heading: outline.heading.as_ref().and_then(|heading| shown(&heading.shown(&page))),
        canonical: outline.canonical.and_then(|text| shown(&text)),
        robots: outline.robots.and_then(|text| shown(&text)),
        language: outline.language.and_then(|text| shown(&text)),
        encoding: page.encoding.name().to_owned(),
        structured_data_types: types,
        titles: outline.titles,
        descriptions: outline.descriptions,
        headings: outline.headings,
        links: outline.links,
    })
}

/// Returns a text as it is shown, shortened; `None` if it is blank.
pub(crate) fn shown(text: &str) -> Option<String> {
    let text: String = words::spaced(text).chars().take(MOST_TEXT).collect();
    (!text.is_empty()).then_some(text)
}

fn types(page: &Page<'_>, outline: &Outline) -> Vec<String> {
    let mut types = Vec::new();
    for block in &outline.blocks {
        if let Ok(json) = serde_json::from_str::<Value>(&page.written(&block.part.inner)) {
            collect(&json, MOST_LEVELS, &mut types);
        }
    }
    types
}

/// Collects the types of items in a document, `@graph` and lists; those of properties describe parts of an item.
fn collect(json: &Value, levels: usize, types: &mut Vec<String>) {
    match json {
        Value::Array(items) if levels > 0 => items.iter().for_each(|item| collect(item, levels - 1, types)),
        Value::Object(item) if levels > 0 => {
            match item.get("@type") {
                Some(Value::String(name)) => add(name, types),
                Some(Value::Array(names)) => names.iter().filter_map(Value::as_str).for_each(|name| add(name, types)),
                _ => {}
            }
            if let Some(graph) = item.get("@graph") {
                collect(graph, levels - 1, types);
            }
        }
        _ => {}
    }
}

fn add(name: &str, types: &mut Vec<String>) {
    if let Some(name) = shown(name).filter(|name| types.len() < MOST_TYPES && !types.contains(name)) {
        types.push(name);
    }
}
