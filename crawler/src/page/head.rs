//! Title, descriptions, base address, canonical addresses and robots directives of a page.

use serde::{Deserialize, Serialize};
use url::Url;

use super::document::Refresh;
use super::headers::Headers;
use super::limits::{MOST_ITEMS, MOST_TEXT_BYTES, MOST_URL_BYTES};
use super::links::resolve;
use super::robots::{self, Robots};
use super::text::{collapse, cut};
use super::tree::Tree;

/// A canonical address that a page names.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Canonical {
    /// Address as written.
    pub href: String,
    /// Absolute address; `None` if `href` is not one.
    pub url: Option<Url>,
    /// Where the address is.
    pub source: CanonicalSource,
}

/// Where a canonical address is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum CanonicalSource {
    /// `link` element in the head.
    Head,
    /// `link` element in the body, which search engines ignore.
    Body,
    /// `Link` header.
    Header,
}

/// What the head of a page says.
#[derive(Debug, Default)]
pub(super) struct Head {
    pub(super) titles: Vec<String>,
    pub(super) descriptions: Vec<String>,
    pub(super) canonicals: Vec<Canonical>,
    pub(super) robots: Robots,
    pub(super) refresh: Option<Refresh>,
}

/// Returns the address that relative addresses of the page are resolved with.
pub(super) fn base(tree: &Tree, url: &Url) -> Url {
    let named =
        tree.all().find_map(|(_, element)| if &*element.name == "base" { element.attribute("href") } else { None });
    named.map_or_else(|| url.clone(), |href| resolve_base(url, href))
}

/// Returns the address that `href` of a `base` element names; that of the page if it is none.
pub(super) fn resolve_base(url: &Url, href: &str) -> Url {
    let href = Some(href).filter(|href| href.len() <= MOST_URL_BYTES);
    href.and_then(|href| url.join(href.trim()).ok()).unwrap_or_else(|| url.clone())
}

pub(super) fn collect(tree: &Tree, base: &Url, url: &Url, headers: &Headers) -> Head {
    let mut head = Head::from_headers(headers, url);
    let mut is_body = false;
    for (id, element) in tree.all().filter(|(_, element)| element.is_html) {
        match &*element.name {
            "body" => is_body = true,
            "title" if head.titles.len() < MOST_ITEMS => head.titles.push(tree.text(id, MOST_TEXT_BYTES)),
            "meta" => {
                if let Some(content) = element.attribute("content") {
                    head.add_meta(element.attribute("name"), element.attribute("http-equiv"), content);
                }
            }
            "link" => head.add_link(element.attribute("rel"), element.attribute("href"), base, is_body),
            _ => {}
        }
    }
    head
}

impl Head {
    /// Returns what the headers say.
    pub(super) fn from_headers(headers: &Headers, url: &Url) -> Self {
        let canonicals = canonical_headers(headers, url);
        Self { robots: Robots(robots::from_headers(headers)), canonicals, ..Self::default() }
    }

    pub(super) fn add_meta(&mut self, name: Option<&str>, http_equiv: Option<&str>, content: &str) {
        self.refresh = self.refresh.take().or_else(|| Refresh::of(http_equiv, content));
        let Some(name) = name else { return };
        if name.trim().eq_ignore_ascii_case("description") && self.descriptions.len() < MOST_ITEMS {
            self.descriptions.push(collapse(content, MOST_TEXT_BYTES));
        }
        if self.robots.0.len() < MOST_ITEMS {
            self.robots.0.extend(robots::from_meta(name, content));
        }
    }

    pub(super) fn add_link(&mut self, rel: Option<&str>, href: Option<&str>, base: &Url, is_body: bool) {
        if has_word(rel, "canonical") && self.canonicals.len() < MOST_ITEMS {
            let href = href.unwrap_or_default().trim();
            let source = if is_body { CanonicalSource::Body } else { CanonicalSource::Head };
            self.canonicals.push(Canonical { href: cut(href, MOST_URL_BYTES), url: address(base, href), source });
        }
    }
}

fn address(base: &Url, href: &str) -> Option<Url> {
    if href.is_empty() { None } else { resolve(base, href) }
}

/// Returns whether a list of words holds one, in any case.
pub(super) fn has_word(list: Option<&str>, word: &str) -> bool {
    list.is_some_and(|list| list.split_ascii_whitespace().any(|named| named.eq_ignore_ascii_case(word)))
}

fn canonical_headers(headers: &Headers, url: &Url) -> Vec<Canonical> {
    let links = headers.all("link").flat_map(super::link_header::parse);
    let canonical = links.filter(|link| has_word(Some(&link.rel), "canonical"));
    canonical
        .take(MOST_ITEMS)
        .map(|link| Canonical { url: address(url, &link.href), href: link.href, source: CanonicalSource::Header })
        .collect()
}
