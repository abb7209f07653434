//! Language, viewport, social tags, icons, feeds, alternatives and pagination of a page.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use url::Url;

use super::head::has_word;
use super::headers::Headers;
use super::limits::{MOST_ITEMS, MOST_TEXT_BYTES, MOST_URL_BYTES};
use super::link_header;
use super::links::resolve;
use super::text::{collapse, cut};
use super::tree::{Element, Tree};

/// Facts of a page's head beyond title, description and directives.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Document {
    /// `lang` of the `html` element.
    pub language: Option<String>,
    /// Content of the viewport `meta` element.
    pub viewport: Option<String>,
    /// Other versions of the page, by language.
    pub alternates: Vec<Alternate>,
    /// Open Graph properties such as `og:title`, first value each.
    pub open_graph: BTreeMap<String, String>,
    /// Properties of Twitter cards such as `twitter:card`, first value each.
    pub twitter: BTreeMap<String, String>,
    /// Named author of the page.
    pub author: Option<String>,
    /// Date of publication as written.
    pub published: Option<String>,
    /// Icons of the page.
    pub icons: Vec<String>,
    /// Addresses of RSS and Atom feeds.
    pub feeds: Vec<String>,
    /// Address of the next page of a series.
    pub next: Option<String>,
    /// Address of the previous page of a series.
    pub previous: Option<String>,
    /// Address of the AMP version.
    pub amp: Option<String>,
    /// Forwarding by a `meta` element.
    pub refresh: Option<Refresh>,
}

/// Another version of a page for a language or region.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Alternate {
    /// Value of `hreflang` as written.
    pub language: String,
    /// Address as written.
    pub href: String,
    /// Absolute address; `None` if `href` is not one.
    pub url: Option<Url>,
}

/// Forwarding by a `meta` element.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Refresh {
    /// Seconds until the page is replaced.
    pub seconds: u32,
    /// Address that replaces it; `None` for the page itself.
    pub href: Option<String>,
}

impl Refresh {
    /// Returns the forwarding of a `meta` element, if it is one.
    pub(super) fn of(http_equiv: Option<&str>, content: &str) -> Option<Self> {
        http_equiv.filter(|name| name.trim().eq_ignore_ascii_case("refresh")).and_then(|_| refresh(content))
    }

    /// Returns the seconds and the absolute address that replaces the page; none if it only loads itself.
    pub(crate) fn target(&self, base: &Url) -> Option<(u32, Url)> {
        Some((self.seconds, resolve(base, self.href.as_deref()?)?))
    }
}

pub(super) fn collect(tree: &Tree, base: &Url, url: &Url, headers: &Headers) -> Document {
    let mut document = Document { alternates: header_alternates(headers, url), ..Document::default() };
    for (_, element) in tree.all().filter(|(_, element)| element.is_html) {
        match &*element.name {
            "html" => document.language = document.language.take().or_else(|| filled(element, "lang")),
            "meta" => document.read_meta(element),
            "link" => document.read_link(element, base),
            "time" if document.published.is_none() => {
                let is_published = element.attribute("itemprop") == Some("datePublished");
                document.published = filled(element, "datetime").filter(|_| is_published);
            }
            _ => {}
        }
    }
    document
}

impl Document {
    fn read_meta(&mut self, element: &Element) {
        let Some(content) = element.attribute("content") else { return };
        self.refresh = self.refresh.take().or_else(|| Refresh::of(element.attribute("http-equiv"), content));
        let name = element.attribute("property").or(element.attribute("name")).or(element.attribute("itemprop"));
        let name = cut(name.unwrap_or_default().trim(), MOST_TEXT_BYTES).to_ascii_lowercase();
        let content = collapse(content, MOST_TEXT_BYTES);
        if content.is_empty() {
            return;
        }
        match name.as_str() {
            "viewport" => self.viewport = Some(self.viewport.take().unwrap_or(content)),
            "author" | "article:author" => self.author = Some(self.author.take().unwrap_or(content)),
            "article:published_time" | "datepublished" | "date" | "dc.date" | "pubdate" => {
                self.published = Some(self.published.take().unwrap_or(content));
            }
            _ if name.starts_with("og:") && self.open_graph.len() < MOST_ITEMS => {
                self.open_graph.entry(name).or_insert(content);
            }
            _ if name.starts_with("twitter:") && self.twitter.len() < MOST_ITEMS => {
                self.twitter.entry(name).or_insert(content);
            }
            _ => {}
        }
    }

    fn read_link(&mut self, element: &Element, base: &Url) {
        let rel = element.attribute("rel");
        let Some(href) = element.attribute("href").map(|href| cut(href.trim(), MOST_URL_BYTES)) else { return };
        let is = |word: &str| has_word(rel, word);
        let kind = element.attribute("type").unwrap_or_default();
        if is("alternate") {
            if let Some(language) = filled(element, "hreflang") {
                if self.alternates.len() < MOST_ITEMS {
                    self.alternates.push(Alternate { language, url: resolve(base, &href), href });
                }
            } else if matches!(kind, "application/rss+xml" | "application/atom+xml" | "application/feed+json")
                && self.feeds.len() < MOST_ITEMS
            {
                self.feeds.push(href);
            }
        } else if is("icon") || is("apple-touch-icon") {
            if self.icons.len() < MOST_ITEMS {
                self.icons.push(href);
            }
        } else if is("next") {
            self.next.get_or_insert(href);
        } else if is("prev") || is("previous") {
            self.previous.get_or_insert(href);
        } else if is("amphtml") {
            self.amp.get_or_insert(href);
        }
    }
}

/// Returns an attribute with text.
fn filled(element: &Element, name: &str) -> Option<String> {
    let value = collapse(element.attribute(name)?, MOST_TEXT_BYTES);
    Some(value).filter(|value| !value.is_empty())
}

fn header_alternates(headers: &Headers, url: &Url) -> Vec<Alternate> {
    let links = headers.all("link").flat_map(link_header::parse).filter(|link| has_word(Some(&link.rel), "alternate"));
    let alternates = links.filter_map(|link| {
        let language = link.hreflang?;
        Some(Alternate { language, url: resolve(url, &link.href), href: link.href })
    });
    alternates.take(MOST_ITEMS).collect()
}

/// Parses `5; url=/next`. HTML standard, "shared declarative refresh steps".
fn refresh(content: &str) -> Option<Refresh> {
    let (seconds, rest) = content.trim().split_once([';', ',', ' ']).unwrap_or((content.trim(), ""));
    let whole = seconds.trim().split('.').next().unwrap_or_default();
    let seconds = whole.parse().ok()?;
    let rest = rest.trim_start_matches([';', ',', ' ']).trim();
    let is_named = rest.get(..3).is_some_and(|name| name.eq_ignore_ascii_case("url"));
    let href = if is_named { rest[3..].trim_start().strip_prefix('=').unwrap_or_default() } else { rest };
    let href = cut(href.trim().trim_matches(['"', '\'']), MOST_URL_BYTES);
    Some(Refresh { seconds, href: Some(href).filter(|href| !href.is_empty()) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refresh_reads_seconds_and_address() {
        let to = |seconds, href: &str| Some(Refresh { seconds, href: Some(href.to_owned()) });
        assert_eq!(refresh("0;url=/a"), to(0, "/a"));
        assert_eq!(refresh("5; URL='/b c'"), to(5, "/b c"));
        assert_eq!(refresh(" 1.5 , http://x/"), to(1, "http://x/"));
        assert_eq!(refresh("300"), Some(Refresh { seconds: 300, href: None }));
        assert_eq!(refresh("soon"), None);
    }
}
