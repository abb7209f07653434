//! Checks of one visit, a file per category.

pub(super) mod address;
pub(super) mod content;
pub(super) mod images;
pub(super) mod indexing;
pub(super) mod languages;
pub(super) mod links;
pub(super) mod performance;
mod pixels;
pub(super) mod rendering;
pub(super) mod response;
mod rich_results;
pub(super) mod security;
pub(super) mod snippets;
pub(super) mod structured;

pub(crate) use languages::is_language;

use super::{Found, Visit};
use crate::page::Page;

/// Returns the page of an address that answers with one; pages behind redirects have visits of their own.
fn page<'a>(visit: &Visit<'a>) -> Option<&'a Page> {
    visit.page.filter(|_| visit.is_ok())
}

/// Returns one place if the condition holds for the page; the example is its address.
fn page_when(visit: &Visit<'_>, holds: impl FnOnce(&Page) -> bool) -> Option<Found> {
    let page = page(visit)?;
    Found::when(holds(page), || page.url.to_string())
}
