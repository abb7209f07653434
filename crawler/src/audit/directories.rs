//! AI readiness by directory: what each AI crawler may use of each part of a website.
//!
//! Pages are read twice. The first reading finds the largest directories in bounded memory, the second one counts exactly.

use std::collections::HashMap;

use serde::Serialize;
use url::Url;

use super::ai::{AGENTS, Readiness};

/// Directories that the first reading keeps: each one with more than a 2,001st of all pages is among them.
const CANDIDATES: usize = 2_000;
/// Longest directory that has a row of its own, in bytes.
const LONGEST: usize = 120;

/// Pages of a directory that one crawler may use.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Usable {
    /// Pages that robots.txt allows it to fetch.
    pub allowed: u64,
    /// Pages whose directives let it index and quote them: neither `noindex` nor `nosnippet` nor `max-snippet:0`.
    pub permitted: u64,
    /// Pages that pass both, and whose content is in the HTML.
    pub ready: u64,
}

/// Pages of a directory.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Directory {
    /// First part of the path with slashes, such as `/blog/`; `/` for pages at the top; `None` for all other directories.
    pub path: Option<String>,
    /// Pages.
    pub pages: u64,
    /// Pages whose main content is in the HTML without scripts.
    pub in_html: u64,
    /// Pages by crawler, in the order of [`AGENTS`].
    pub agents: Vec<Usable>,
}

impl Directory {
    fn new(path: Option<String>) -> Self {
        Self { path, agents: vec![Usable::default(); AGENTS.len()], ..Self::default() }
    }

    fn add(&mut self, readiness: &Readiness) {
        self.pages += 1;
        self.in_html += u64::from(!readiness.needs_scripts);
        for (sums, access) in self.agents.iter_mut().zip(&readiness.agents) {
            let is_permitted = !access.is_noindex && !access.is_nosnippet;
            sums.allowed += u64::from(access.is_allowed);
            sums.permitted += u64::from(is_permitted);
            sums.ready += u64::from(access.is_allowed && is_permitted && !readiness.needs_scripts);
        }
    }

    fn merge(&mut self, other: &Self) {
        self.pages += other.pages;
        self.in_html += other.in_html;
        for (sums, more) in self.agents.iter_mut().zip(&other.agents) {
            sums.allowed += more.allowed;
            sums.permitted += more.permitted;
            sums.ready += more.ready;
        }
    }
}

/// Directories of a website, largest first, and all others together as the last one.
#[derive(Debug, Default)]
pub struct Directories {
    /// Counters after Misra and Gries, "Finding repeated elements", 1982.
    candidates: HashMap<String, u64>,
    counted: HashMap<String, Directory>,
    others: Option<Directory>,
}

impl Directories {
    /// Notes a page at the first reading.
    pub fn see(&mut self, url: &Url) {
        let Some(path) = directory_of(url.path()) else { return };
        if let Some(count) = self.candidates.get_mut(path) {
            *count += 1;
        } else if self.candidates.len() < CANDIDATES {
            self.candidates.insert(path.to_owned(), 1);
        } else {
            self.candidates.retain(|_, count| {
                *count -= 1;
                *count > 0
            });
        }
    }

    /// Counts a page at the second reading.
    pub fn add(&mut self, url: &Url, readiness: &Readiness) {
        let found = directory_of(url.path()).filter(|path| self.candidates.contains_key(*path));
        let Some(path) = found else {
            return self.others.get_or_insert_with(|| Directory::new(None)).add(readiness);
        };
        if !self.counted.contains_key(path) {
            self.counted.insert(path.to_owned(), Directory::new(Some(path.to_owned())));
        }
        if let Some(directory) = self.counted.get_mut(path) {
            directory.add(readiness);
        }
    }

    /// Returns the `most` directories with most pages, and then all others together if there are any.
    #[must_use]
    pub fn finish(self, most: usize) -> Vec<Directory> {
        let mut rows: Vec<Directory> = self.counted.into_values().collect();
        rows.sort_by(|a, b| b.pages.cmp(&a.pages).then_with(|| a.path.cmp(&b.path)));
        let mut others = self.others.unwrap_or_else(|| Directory::new(None));
        let rest = rows.split_off(most.min(rows.len()));
        rest.iter().for_each(|row| others.merge(row));
        rows.extend((others.pages > 0).then_some(others));
        rows
    }
}

/// Returns the first directory of a path with slashes, such as `/blog/`; `/` for a page at the top. `None` if the path begins
/// without a slash, or if the directory has control characters or is too long for a row of its own.
#[must_use]
pub fn directory_of(path: &str) -> Option<&str> {
    let end = path.strip_prefix('/')?.find('/').map_or(1, |slash| slash + 2);
    path.get(..end).filter(|first| first.len() <= LONGEST && !first.chars().any(char::is_control))
}
