//! Facts of a whole crawl, on disk: memory does not grow with the number of pages.

mod build;
pub(super) mod check;
mod facts;
mod near;

use std::io;

use url::Url;

pub use build::SiteBuilder;
use facts::Facts;

use crate::{
    disk::{Column, Errors, Heap, Table},
    external::ExternalAnswer,
    page::content_hash,
};

/// Other pages that a duplicate names.
const MOST_NAMED: usize = 5;
/// Bytes of a number of a page.
const NUMBER: usize = 4;
/// Bytes of a slot of pages with the same text: hash, number of pages, and the first ones.
const GROUP: usize = 8 + NUMBER * (2 + MOST_NAMED);
/// Bytes of a slot of the pages that link to an address: key, number of pages, and the first three.
const INLINKS: usize = 8 + NUMBER * 4;

/// Facts of a whole crawl.
#[derive(Debug)]
pub struct Site {
    count: u32,
    pages: Column<{ facts::BYTES }>,
    /// Addresses and language versions.
    texts: Heap,
    /// Number of each visited page by the key of its address.
    index: Table<{ 8 + NUMBER }>,
    inlinks: Table<INLINKS>,
    /// How pages of other websites answer; few are asked.
    external: std::collections::HashMap<u64, ExternalAnswer>,
    titles: Table<GROUP>,
    descriptions: Table<GROUP>,
    headings: Table<GROUP>,
    contents: Table<GROUP>,
    near: near::Nearest,
    has_sitemap: bool,
    /// Sitemaps that could not be read, with the reason.
    unread_sitemaps: Vec<String>,
    errors: Errors,
}

/// A page and its number.
type Visited = (u32, Facts);

impl Site {
    /// Number of visited pages.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.count as usize
    }

    /// Returns whether no page was visited.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Returns the number of pages that link to an address.
    #[must_use]
    pub fn inlinks(&self, url: &Url) -> u32 {
        self.linking(url).0
    }

    /// Returns the first error of reading the facts since the last call; what could not be read counts as unknown.
    ///
    /// # Errors
    /// Returns the error.
    pub fn check(&mut self) -> io::Result<()> {
        self.errors.take()
    }

    /// Returns the number of pages that link to an address, and the first of them.
    fn linking(&self, url: &Url) -> (u32, Vec<u32>) {
        let slot = self.errors.or_default(self.inlinks.find(key(url)));
        slot.map(|slot| counted(&slot[8..])).unwrap_or_default()
    }

    fn find(&self, key: u64) -> Option<Visited> {
        let slot = self.errors.or_default(self.index.find(key))?;
        let number = number(&slot[8..]);
        Some((number, self.facts(number)?))
    }

    fn facts(&self, number: u32) -> Option<Facts> {
        let bytes = self.errors.or_default(self.pages.get(number).map(Some))?;
        Some(Facts::from_bytes(&bytes))
    }

    fn url(&self, facts: &Facts) -> String {
        self.errors.or_default(self.texts.text(facts.url))
    }

    fn page(&self, number: u32) -> String {
        self.facts(number).map(|facts| self.url(&facts)).unwrap_or_default()
    }

    /// Returns the keys of the language versions that a page names.
    fn alternates(&self, facts: &Facts) -> Vec<u64> {
        let bytes = self.errors.or_default(self.texts.get(facts.alternates));
        bytes.as_chunks().0.iter().map(|key| u64::from_le_bytes(*key)).collect()
    }

    /// Returns other pages with the same text.
    fn others(&self, groups: &Table<GROUP>, hash: u64, own: u32) -> Vec<String> {
        let slot = self.errors.or_default(groups.find(hash));
        let first = slot.map(|slot| counted(&slot[8..]).1).unwrap_or_default();
        first.into_iter().filter(|number| *number != own).map(|number| self.page(number)).collect()
    }
}

/// Reads the number of pages and the first of them.
fn counted(value: &[u8]) -> (u32, Vec<u32>) {
    let count = number(value);
    let first = value[NUMBER..].as_chunks::<NUMBER>().0.iter().take(count as usize);
    (count, first.map(|bytes| u32::from_le_bytes(*bytes)).collect())
}

/// Adds a page to the number of pages and the first of them.
fn count(value: &mut [u8], page: u32) {
    let (count, rest) = value.split_at_mut(NUMBER);
    let known = number(count);
    if let Some(place) = rest.as_chunks_mut::<NUMBER>().0.get_mut(known as usize) {
        *place = page.to_le_bytes();
    }
    count.copy_from_slice(&known.saturating_add(1).to_le_bytes());
}

fn number(bytes: &[u8]) -> u32 {
    bytes.first_chunk().map_or(0, |number| u32::from_le_bytes(*number))
}

/// Returns the key of an address; fragments do not count.
fn key(url: &Url) -> u64 {
    let text = url.as_str();
    content_hash(text.split_once('#').map_or(text, |(page, _)| page))
}
