//! Compares a rendered page with its HTML as it was sent.

use std::collections::{BTreeSet, HashSet};

use serde::{Deserialize, Serialize};
use url::Url;

use super::{RenderFailure, Snapshot};
use crate::page::{CanonicalSource, Page, Robots};

/// Addresses of added links that are stored; all are counted.
const MOST_LINKS: usize = 100;
/// Words by which the main content must differ, at least, and as a share of the longer one.
const CONTENT_WORDS: u64 = 10;
const CONTENT_SHARE: u64 = 10;

/// A rendered page, compared with the HTML as it was sent.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Rendered {
    /// Why the page could not be rendered; the other facts are then empty.
    pub failure: Option<String>,
    /// First title.
    pub title: Option<String>,
    /// First meta description.
    pub description: Option<String>,
    /// Canonical address of head or headers.
    pub canonical: Option<String>,
    /// Robots directives of the page and its headers.
    pub directives: Robots,
    /// Main headings.
    pub h1: Vec<String>,
    /// Words of the main content.
    pub content_words: u64,
    /// Words of all text.
    pub words: u64,
    /// Number of links.
    pub link_count: u64,
    /// First addresses of the same host to which only the rendered page links.
    pub added_links: Vec<String>,
    /// Number of such addresses.
    pub added_link_count: u64,
    /// Every fact in both versions.
    pub comparison: Vec<Compared>,
    /// Other address that the page's scripts went to. It was not loaded.
    pub redirect: Option<String>,
    /// First errors of scripts.
    pub errors: Vec<String>,
    /// Number of errors of scripts.
    pub error_count: u64,
    /// Requests of the page for scripts, style sheets and data.
    pub requests: u32,
    /// Requests that failed.
    pub failed_requests: u32,
    /// Requests that robots.txt forbids.
    pub blocked_requests: u32,
    /// Milliseconds.
    pub total_ms: u64,
    /// Whether the page came to rest before its time was over.
    pub is_complete: bool,
}

/// A fact in both versions of a page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Compared {
    /// Which fact.
    pub fact: Fact,
    /// In the HTML as it was sent.
    pub raw: Option<String>,
    /// In the rendered page.
    pub rendered: Option<String>,
    /// Whether they differ by more than a little.
    pub is_changed: bool,
}

/// A fact that is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Fact {
    /// First title.
    Title,
    /// First meta description.
    Description,
    /// Canonical address.
    Canonical,
    /// Robots directives.
    Robots,
    /// Main headings.
    Heading,
    /// Words of the main content.
    Content,
    /// Number of links.
    Links,
}

impl Rendered {
    /// Returns a page that could not be rendered.
    #[must_use]
    pub(crate) fn failed(failure: &RenderFailure) -> Self {
        Self { failure: Some(failure.to_string()), ..Self::default() }
    }

    /// Returns a fact in both versions.
    #[must_use]
    pub fn compared(&self, fact: Fact) -> Option<&Compared> {
        self.comparison.iter().find(|compared| compared.fact == fact)
    }

    /// Returns true if any fact differs.
    #[must_use]
    pub fn is_changed(&self) -> bool {
        self.redirect.is_some() || self.comparison.iter().any(|compared| compared.is_changed)
    }
}

/// Compares a page as it was sent with the rendered one.
pub(crate) fn compare(raw: &Page, page: &Page, snapshot: &Snapshot) -> Rendered {
    let added = added(raw, page);
    // A forwarding in the HTML is no work of scripts.
    let target = snapshot.target.clone().filter(|_| raw.document.refresh.is_none());
    Rendered {
        failure: None,
        title: page.titles.first().cloned(),
        description: page.descriptions.first().cloned(),
        canonical: canonical(page),
        directives: page.robots.clone(),
        h1: headings(page),
        content_words: page.body.content_words,
        words: page.body.words,
        link_count: page.link_count,
        added_link_count: added.len() as u64,
        comparison: comparison(raw, page),
        added_links: added.into_iter().take(MOST_LINKS).map(str::to_owned).collect(),
        redirect: target,
        errors: snapshot.errors.clone(),
        error_count: snapshot.error_count,
        requests: snapshot.requests,
        failed_requests: snapshot.failed,
        blocked_requests: snapshot.blocked,
        total_ms: snapshot.total_ms,
        is_complete: snapshot.is_complete && !snapshot.is_truncated,
    }
}

fn comparison(raw: &Page, page: &Page) -> Vec<Compared> {
    let text = |fact: Fact, of: &dyn Fn(&Page) -> Option<String>| {
        let (raw, rendered) = (of(raw), of(page));
        Compared { fact, is_changed: raw != rendered, raw, rendered }
    };
    let number = |fact: Fact, raw: u64, rendered: u64, is_changed: bool| {
        let (raw, rendered) = (Some(raw.to_string()), Some(rendered.to_string()));
        Compared { fact, raw, rendered, is_changed }
    };
    let (before, after) = (raw.body.content_words, page.body.content_words);
    let is_other = before.abs_diff(after) > CONTENT_WORDS.max(before.max(after) / CONTENT_SHARE);
    let links = |page: &Page| -> BTreeSet<String> {
        page.links.iter().filter_map(|link| link.url.as_ref()).map(ToString::to_string).collect()
    };
    vec![
        text(Fact::Title, &|page| page.titles.first().cloned()),
        text(Fact::Description, &|page| page.descriptions.first().cloned()),
        text(Fact::Canonical, &canonical),
        text(Fact::Robots, &robots),
        text(Fact::Heading, &|page| Some(headings(page).join("; ")).filter(|text| !text.is_empty())),
        number(Fact::Content, before, after, is_other),
        number(Fact::Links, raw.link_count, page.link_count, links(raw) != links(page)),
    ]
}

fn canonical(page: &Page) -> Option<String> {
    let named = page.canonicals.iter().filter(|canonical| canonical.source != CanonicalSource::Body);
    named.filter_map(|canonical| canonical.url.as_ref()).map(ToString::to_string).next()
}

/// Directives by crawler in alphabetical order, so that their order in the page does not matter.
fn robots(page: &Page) -> Option<String> {
    let all: BTreeSet<String> = page
        .robots
        .0
        .iter()
        .flat_map(|rule| {
            let agent = rule.agent.as_ref().map(|agent| format!("{agent}: ")).unwrap_or_default();
            rule.directives.iter().map(move |directive| format!("{agent}{directive}"))
        })
        .collect();
    Some(all.into_iter().collect::<Vec<_>>().join(", ")).filter(|text| !text.is_empty())
}

fn headings(page: &Page) -> Vec<String> {
    let first = page.headings.iter().filter(|heading| heading.level == 1 && !heading.text.is_empty());
    first.map(|heading| heading.text.clone()).take(MOST_LINKS).collect()
}

/// Returns the addresses of the same host to which only the rendered page links, in their order.
fn added<'a>(raw: &Page, page: &'a Page) -> Vec<&'a str> {
    let mut known: HashSet<&str> = raw.links.iter().filter_map(|link| link.url.as_ref()).map(Url::as_str).collect();
    let own = page.links.iter().filter_map(|link| link.url.as_ref()).filter(|url| url.host() == page.url.host());
    let mut added = Vec::new();
    for url in own {
        if known.insert(url.as_str()) {
            added.push(url.as_str());
        }
    }
    added
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::{Headers, read};

    fn page(html: &str) -> Page {
        read(html.as_bytes(), &Url::parse("https://example.com/a").unwrap(), &Headers::default(), &|| false).unwrap()
    }

    #[test]
    fn comparison_names_what_scripts_changed() {
        let raw = page(
            "<title>A</title><link rel=canonical href=/a><meta name=robots content='noindex, follow'><a href=/b>b</a>",
        );
        let rendered = page(
            "<title>B</title><link rel=canonical href=/a><meta name=robots content='follow,noindex'><a href=/b>b</a>\
             <a href=/c>c</a><a href=/c>c</a><a href=https://other.example/>o</a><h1>One</h1>",
        );
        let found = compare(&raw, &rendered, &Snapshot::default());
        let changed: Vec<Fact> =
            found.comparison.iter().filter(|fact| fact.is_changed).map(|compared| compared.fact).collect();
        assert_eq!(changed, [Fact::Title, Fact::Heading, Fact::Links]);
        assert_eq!((found.added_links, found.added_link_count), (vec!["https://example.com/c".to_owned()], 1));
        assert!(!compare(&raw, &raw, &Snapshot::default()).is_changed());
    }

    #[test]
    fn forwarding_in_the_html_is_no_redirect_by_scripts() {
        let target = Some("https://example.com/b".to_owned());
        let snapshot = Snapshot { target: target.clone(), ..Snapshot::default() };
        let (forwarding, plain) = (page("<meta http-equiv=refresh content='0;url=/b'>"), page("<p>A"));
        assert_eq!(compare(&forwarding, &forwarding, &snapshot).redirect, None);
        assert_eq!(compare(&plain, &plain, &snapshot).redirect, target);
    }
}
