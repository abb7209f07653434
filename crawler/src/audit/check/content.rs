//! Text of pages.

use super::super::{Found, Visit, thresholds};
use super::{page, page_when};
use crate::{
    page::{CharsetSource, Page},
    render::Rendered,
};

pub(crate) fn thin(visit: &Visit<'_>) -> Option<Found> {
    let words = page(visit).filter(|_| visit.is_indexable())?.body.content_words;
    Found::when(words < thresholds::THIN_WORDS, || words.to_string())
}

/// Starts of text that templates come with.
const PLACEHOLDERS: [&str; 5] =
    ["lorem ipsum", "dolor sit amet", "hello world!", "welcome to wordpress", "your text here"];

pub(crate) fn placeholder(visit: &Visit<'_>) -> Option<Found> {
    let page = page(visit)?;
    let excerpt = page.body.excerpt.to_lowercase();
    let headings = page.headings.iter().map(|heading| heading.text.to_lowercase());
    let texts: Vec<String> = headings.chain([excerpt]).collect();
    Found::each(PLACEHOLDERS.into_iter().filter(|sample| texts.iter().any(|text| text.contains(sample))))
}

pub(crate) fn text_share_low(visit: &Visit<'_>) -> Option<Found> {
    let share = page(visit)?.body.text_share;
    Found::when(share < thresholds::TEXT_SHARE, || format!("{:.1} %", share * 100.0))
}

/// Returns whether scripts write the content of a page. If it was rendered, that is known: hardly a word in the HTML, and
/// more than twice as many in the rendered page. Otherwise the HTML must be the empty root of an app or nothing but scripts.
pub(crate) fn needs_scripts(page: &Page, rendered: Option<&Rendered>) -> bool {
    if let Some(rendered) = rendered.filter(|rendered| rendered.failure.is_none()) {
        let least = thresholds::EMPTY_WORDS.max(2 * page.body.content_words);
        return page.body.content_words < thresholds::EMPTY_WORDS && rendered.content_words > least;
    }
    let has_scripts = page.resources.scripts + page.resources.inline_scripts > 0;
    let is_empty = page.body.content_words < thresholds::EMPTY_WORDS && page.body.words < 2 * thresholds::EMPTY_WORDS;
    is_empty && has_scripts && (page.body.has_app_root || page.body.words < 10)
}

pub(crate) fn script_required(visit: &Visit<'_>) -> Option<Found> {
    let page = page(visit)?;
    Found::when(needs_scripts(page, visit.rendered), || page.body.words.to_string())
}

pub(crate) fn viewport_missing(visit: &Visit<'_>) -> Option<Found> {
    page_when(visit, |page| page.document.viewport.is_none())
}

pub(crate) fn doctype_missing(visit: &Visit<'_>) -> Option<Found> {
    page_when(visit, |page| !page.is_standards_mode)
}

pub(crate) fn charset_invalid(visit: &Visit<'_>) -> Option<Found> {
    let charset = &page(visit)?.charset;
    let is_guess = charset.source == CharsetSource::Guess;
    let source = if is_guess { "not named" } else { "invalid bytes" };
    Found::when(is_guess || charset.has_errors, || format!("{}, {source}", charset.name))
}
