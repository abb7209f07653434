//! Robots directives, canonical addresses and sitemaps.

use std::collections::BTreeSet;

use super::super::visit::same;
use super::super::{Found, Visit};
use super::{page, page_when};
use crate::page::{CanonicalSource, Page, RobotsRule, RobotsSource};

/// Crawler whose directives decide.
const AGENT: &str = "googlebot";

fn rules<'a>(page: &'a Page, words: &'a [&'a str]) -> impl Iterator<Item = String> + 'a {
    let applies = |rule: &&RobotsRule| rule.agent.as_deref().is_none_or(|agent| agent == AGENT);
    let named = page.robots.0.iter().filter(applies);
    named.filter(|rule| rule.directives.iter().any(|word| words.contains(&word.as_str()))).map(show)
}

fn show(rule: &RobotsRule) -> String {
    let place = match rule.source {
        RobotsSource::Meta => "meta",
        RobotsSource::Header => "X-Robots-Tag",
    };
    format!("{place}: {}", rule.directives.join(", "))
}

pub(crate) fn noindex(visit: &Visit<'_>) -> Option<Found> {
    Found::each(rules(page(visit)?, &["noindex", "none"]))
}

pub(crate) fn nofollow(visit: &Visit<'_>) -> Option<Found> {
    Found::each(rules(page(visit)?, &["nofollow", "none"]))
}

pub(crate) fn conflict(visit: &Visit<'_>) -> Option<Found> {
    let page = page(visit)?;
    let both = |yes: &[&str], no: &[&str]| rules(page, yes).next().is_some() && rules(page, no).next().is_some();
    let is_conflict = both(&["index", "all"], &["noindex", "none"]) || both(&["follow", "all"], &["nofollow", "none"]);
    is_conflict.then_some(())?;
    Found::each(page.robots.0.iter().map(show))
}

pub(crate) fn snippet_blocked(visit: &Visit<'_>) -> Option<Found> {
    Found::each(rules(page(visit)?, &["nosnippet", "max-snippet:0"]))
}

fn canonicals(page: &Page) -> impl Iterator<Item = &crate::page::Canonical> {
    page.canonicals.iter().filter(|named| named.source != CanonicalSource::Body)
}

pub(crate) fn canonical_missing(visit: &Visit<'_>) -> Option<Found> {
    page_when(visit, |page| page.canonicals.is_empty() && !page.robots.is_noindex(AGENT))
}

pub(crate) fn canonical_multiple(visit: &Visit<'_>) -> Option<Found> {
    let named: BTreeSet<&str> =
        canonicals(page(visit)?).filter_map(|named| named.url.as_ref()).map(|url| url.as_str()).collect();
    (named.len() > 1).then_some(())?;
    Found::each(named)
}

pub(crate) fn canonical_invalid(visit: &Visit<'_>) -> Option<Found> {
    Found::each(canonicals(page(visit)?).filter(|named| named.url.is_none()).map(|named| named.href.as_str()))
}

pub(crate) fn canonical_in_body(visit: &Visit<'_>) -> Option<Found> {
    let inside = page(visit)?.canonicals.iter().filter(|named| named.source == CanonicalSource::Body);
    Found::each(inside.map(|named| named.href.as_str()))
}

pub(crate) fn canonical_elsewhere(visit: &Visit<'_>) -> Option<Found> {
    let canonical =
        visit.canonical().filter(|canonical| page(visit).is_some_and(|page| !same(canonical, &page.url)))?;
    Found::when(true, || canonical.to_string())
}

pub(crate) fn sitemap_not_indexable(visit: &Visit<'_>) -> Option<Found> {
    Found::when(visit.is_in_sitemap && !visit.is_indexable(), || reason(visit).to_owned())
}

/// Returns why search engines do not show a page.
fn reason(visit: &Visit<'_>) -> &'static str {
    match visit.status {
        _ if !visit.is_allowed => "blocked by robots.txt",
        None => "does not answer",
        _ if !visit.redirects.is_empty() => "redirects",
        Some(status) if !(200..300).contains(&status) => "error",
        _ if visit.page.is_some_and(|page| page.robots.is_noindex(AGENT)) => "noindex",
        _ => "canonical address is another page",
    }
}
