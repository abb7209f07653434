//! What scripts change on a page, as a browser rendered it.

use super::super::{Found, Visit};
use super::content::needs_scripts;
use super::page;
use crate::{
    page::Page,
    render::{Compared, Fact, Rendered},
};

/// Words of the main content that only scripts write, at least, and as a share of all: one in this number.
const SCRIPT_WORDS: u64 = 50;
const SCRIPT_SHARE: u64 = 4;

/// Returns a page that answers and was rendered.
fn both<'a>(visit: &Visit<'a>) -> Option<(&'a Page, &'a Rendered)> {
    Some((page(visit)?, visit.rendered.filter(|rendered| rendered.failure.is_none())?))
}

/// Returns one place if scripts change a fact that both versions have.
fn changed(visit: &Visit<'_>, fact: Fact) -> Option<Found> {
    let (_, rendered) = both(visit)?;
    let compared = rendered.compared(fact).filter(|compared| compared.is_changed)?;
    Found::when(true, || show(compared))
}

fn show(Compared { raw, rendered, .. }: &Compared) -> String {
    let text = |version: &Option<String>| version.clone().unwrap_or_else(|| "none".to_owned());
    format!("HTML: {}; rendered: {}", text(raw), text(rendered))
}

pub(crate) fn content(visit: &Visit<'_>) -> Option<Found> {
    let (page, rendered) = both(visit)?;
    let (raw, all) = (page.body.content_words, rendered.content_words);
    let added = all.saturating_sub(raw);
    let is_much = added >= SCRIPT_WORDS && added >= all / SCRIPT_SHARE;
    // A page without any content in its HTML has an issue of its own.
    Found::when(is_much && !needs_scripts(page, Some(rendered)), || format!("{added} of {all} words"))
}

pub(crate) fn links(visit: &Visit<'_>) -> Option<Found> {
    let (_, rendered) = both(visit)?;
    let found = Found::each(rendered.added_links.iter().cloned())?;
    Some(found.of(rendered.added_link_count))
}

pub(crate) fn redirect(visit: &Visit<'_>) -> Option<Found> {
    Found::each(both(visit)?.1.redirect.clone())
}

pub(crate) fn title(visit: &Visit<'_>) -> Option<Found> {
    changed(visit, Fact::Title)
}

pub(crate) fn description(visit: &Visit<'_>) -> Option<Found> {
    changed(visit, Fact::Description)
}

pub(crate) fn canonical(visit: &Visit<'_>) -> Option<Found> {
    changed(visit, Fact::Canonical)
}

pub(crate) fn robots(visit: &Visit<'_>) -> Option<Found> {
    changed(visit, Fact::Robots)
}

/// The main heading is only in the rendered page.
pub(crate) fn heading(visit: &Visit<'_>) -> Option<Found> {
    let (_, rendered) = both(visit)?;
    let compared = rendered.compared(Fact::Heading)?;
    Found::each(compared.rendered.clone().filter(|_| compared.raw.is_none()))
}

pub(crate) fn errors(visit: &Visit<'_>) -> Option<Found> {
    let (_, rendered) = both(visit)?;
    let found = Found::each(rendered.errors.iter().cloned())?;
    Some(found.of(rendered.error_count))
}

/// robots.txt keeps search engines from files that the page is rendered with.
pub(crate) fn blocked(visit: &Visit<'_>) -> Option<Found> {
    let (_, rendered) = both(visit)?;
    Found::when(rendered.blocked_requests > 0, || rendered.blocked_requests.to_string())
}
