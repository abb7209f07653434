//! A page of a crawl as the checks see it.

use serde::{Deserialize, Serialize};
use url::Url;

use crate::{page::Page, render::Rendered};

/// One visited address: the response, and the facts of the page if it is HTML.
#[derive(Debug, Clone)]
pub struct Visit<'a> {
    /// Address that was requested.
    pub url: &'a Url,
    /// Status of the last response; `None` if there was none.
    pub status: Option<u16>,
    /// Redirects in their order; the last one leads to [`Page::url`].
    pub redirects: &'a [Hop],
    /// Returns whether the redirects come back to an address before them, or are too many.
    pub is_redirect_loop: bool,
    /// Milliseconds until the first byte.
    pub response_ms: Option<u32>,
    /// Clicks from the start page; `None` if no link leads to the page.
    pub depth: Option<u32>,
    /// Returns whether robots.txt allows search engines to fetch the page.
    pub is_allowed: bool,
    /// Returns whether a sitemap lists the address.
    pub is_in_sitemap: bool,
    /// Facts of the page; `None` if there is no HTML.
    pub page: Option<&'a Page>,
    /// The page as a browser renders it; `None` if it was not rendered.
    pub rendered: Option<&'a Rendered>,
}

/// One redirect.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Hop {
    /// Address that redirects.
    pub url: Url,
    /// Status: 301, 302, 303, 307 or 308.
    pub status: u16,
    /// Address that it leads to.
    pub target: Url,
}

impl Visit<'_> {
    /// Returns whether the address itself answers with a page, not by a redirect.
    #[must_use]
    pub fn is_ok(&self) -> bool {
        self.status.is_some_and(|status| (200..300).contains(&status)) && self.redirects.is_empty()
    }

    /// Returns the canonical address that search engines take: the first valid one of the head or headers.
    #[must_use]
    pub fn canonical(&self) -> Option<&Url> {
        let body = crate::page::CanonicalSource::Body;
        self.page?.canonicals.iter().filter(|named| named.source != body).find_map(|named| named.url.as_ref())
    }

    /// Returns whether search engines may show the page under this address.
    #[must_use]
    pub fn is_indexable(&self) -> bool {
        let is_noindex = self.page.is_some_and(|page| page.robots.is_noindex("googlebot"));
        self.is_ok()
            && self.is_allowed
            && !is_noindex
            && self.canonical().is_none_or(|canonical| same(canonical, self.url))
    }
}

/// Returns whether two addresses name one page: fragments do not count.
pub(crate) fn same(left: &Url, right: &Url) -> bool {
    let bare = |url: &Url| {
        let mut url = url.clone();
        url.set_fragment(None);
        url
    };
    left == right || bare(left) == bare(right)
}
