//! Facts of a whole crawl, small enough for a million pages: about half a kilobyte a page.

mod build;
pub(super) mod check;
mod near;

use std::collections::HashMap;

use url::Url;

pub use build::SiteBuilder;

use crate::{external::ExternalAnswer, page::content_hash};

/// Pages that a duplicate names.
const MOST_NAMED: usize = 5;

/// Facts of a whole crawl.
#[derive(Debug, Default)]
pub struct Site {
    pages: Vec<Facts>,
    /// Index of each visited page by the key of its address.
    index: HashMap<u64, u32>,
    inlinks: HashMap<u64, Inlinks>,
    external: HashMap<u64, ExternalAnswer>,
    titles: HashMap<u64, Group>,
    descriptions: HashMap<u64, Group>,
    headings: HashMap<u64, Group>,
    contents: HashMap<u64, Group>,
    /// Most similar page of each page that has one, and their share of common text.
    near: HashMap<u32, (u32, f32)>,
    has_sitemap: bool,
}

/// Facts of a visited page.
#[derive(Debug)]
struct Facts {
    url: Box<str>,
    status: Option<u16>,
    is_redirect: bool,
    is_noindex: bool,
    is_indexable: bool,
    is_allowed: bool,
    canonical: Option<u64>,
    title: Option<u64>,
    description: Option<u64>,
    heading: Option<u64>,
    content: Option<u64>,
    /// Keys of its language versions.
    alternates: Box<[u64]>,
    minima: Option<Box<near::Minima>>,
}

/// Pages that link to a page.
#[derive(Debug, Default, Clone, Copy)]
struct Inlinks {
    count: u32,
    first: [u32; 3],
}

/// Pages with the same text.
#[derive(Debug, Default)]
struct Group {
    count: u32,
    first: Vec<u32>,
}

impl Site {
    /// Number of visited pages.
    #[must_use]
    pub fn len(&self) -> usize {
        self.pages.len()
    }

    /// Returns whether no page was visited.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.pages.is_empty()
    }

    /// Returns the number of pages that link to an address.
    #[must_use]
    pub fn inlinks(&self, url: &Url) -> u32 {
        self.inlinks.get(&key(url)).map_or(0, |inlinks| inlinks.count)
    }

    fn find(&self, key: u64) -> Option<(u32, &Facts)> {
        let index = *self.index.get(&key)?;
        Some((index, self.pages.get(index as usize)?))
    }

    fn page(&self, index: u32) -> &str {
        self.pages.get(index as usize).map_or("", |facts| &facts.url)
    }

    /// Returns other pages with the same text.
    fn others(&self, groups: &HashMap<u64, Group>, hash: u64, own: u32) -> Vec<String> {
        let first = groups.get(&hash).map_or(&[][..], |group| &group.first);
        first.iter().filter(|index| **index != own).map(|index| self.page(*index).to_owned()).collect()
    }
}

/// Returns the key of an address; fragments do not count.
fn key(url: &Url) -> u64 {
    let text = url.as_str();
    content_hash(text.split_once('#').map_or(text, |(page, _)| page))
}
