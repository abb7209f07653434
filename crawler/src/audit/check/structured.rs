//! Structured data and social tags.

use super::super::{Found, Visit};
use super::{page, rich_results};

pub(crate) fn invalid(visit: &Visit<'_>) -> Option<Found> {
    Found::each(&page(visit)?.structured.errors)
}

pub(crate) fn incomplete(visit: &Visit<'_>) -> Option<Found> {
    let mut lacks = Vec::new();
    for item in &page(visit)?.structured.items {
        item.visit(&mut |item| lacks.extend(rich_results::missing(item)));
    }
    Found::each(lacks)
}

pub(crate) fn missing(visit: &Visit<'_>) -> Option<Found> {
    let page = page(visit).filter(|_| visit.is_indexable())?;
    Found::when(page.structured.items.is_empty() && page.structured.errors.is_empty(), || page.url.to_string())
}

pub(crate) fn open_graph_missing(visit: &Visit<'_>) -> Option<Found> {
    let page = page(visit)?;
    Found::each(["og:title", "og:image"].into_iter().filter(|name| !page.document.open_graph.contains_key(*name)))
}
