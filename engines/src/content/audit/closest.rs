//! The living page that is closest to a broken one.

use std::collections::{BTreeSet, HashMap};

use super::site::Site;

/// Share of a broken page's impressions whose queries the other page must be about.
const SERVED: f64 = 0.6;
/// Minimum number of words of an address that must all be found.
const LEAST_ADDRESS_WORDS: usize = 2;
/// Maximum number of pages compared with a broken one.
const MOST_CANDIDATES: usize = 500;
/// Maximum number of queries of a broken page.
const MOST_QUERIES: usize = 50;

/// Pages that stay, by the stems of what they are about.
#[derive(Debug)]
pub(super) struct Closest<'a> {
    site: &'a Site<'a>,
    by_stem: HashMap<&'a str, Vec<usize>>,
    /// By address without scheme.
    by_key: HashMap<&'a str, usize>,
}

impl<'a> Closest<'a> {
    /// Indexes the pages that stay, except the home page: a redirect to it is treated like a page that is gone.
    pub(super) fn new(site: &'a Site<'a>, stays: &[bool]) -> Self {
        let mut by_stem: HashMap<&str, Vec<usize>> = HashMap::new();
        let mut by_key = HashMap::new();
        for (at, seen) in site.pages.iter().enumerate().filter(|(at, seen)| stays[*at] && !seen.is_home) {
            by_key.entry(seen.key.as_str()).or_insert(at);
            for stem in &seen.topic.all {
                by_stem.entry(stem).or_default().push(at);
            }
        }
        Self { site, by_stem, by_key }
    }

    /// Returns the page that stays at an address without scheme.
    pub(super) fn staying(&self, key: &str) -> Option<usize> {
        self.by_key.get(key).copied()
    }

    /// Returns the page that is about the same as a broken page: for most of the broken page's impressions, title, first heading
    /// and address have every word of the query; or they have every word of the broken address. `None` if no page is that
    /// close. Of several, the one with the fewest other words wins, then the one with most clicks.
    pub(super) fn find(&self, broken: usize) -> Option<usize> {
        let pages = &self.site.pages;
        let wanted = self.wanted(broken);
        let total: f64 = wanted.iter().map(|(_, impressions)| impressions).sum();
        let own = &pages[broken].topic;
        let address: BTreeSet<&str> = own.address.iter().map(String::as_str).collect();
        let serves = |at: usize| {
            let topic = &pages[at].topic;
            let has = |stems: &BTreeSet<&str>| stems.iter().all(|stem| topic.all.contains(*stem));
            let served: f64 = wanted.iter().filter(|(stems, _)| has(stems)).map(|(_, impressions)| impressions).sum();
            let by_queries = total > 0.0 && served >= SERVED * total;
            let by_address = address.len() >= LEAST_ADDRESS_WORDS && has(&address);
            !own.is_elsewhere(topic) && (by_queries || by_address)
        };
        let beyond = |at: usize| pages[at].topic.all.iter().filter(|stem| !address.contains(stem.as_str())).count();
        let candidates: BTreeSet<usize> =
            wanted.iter().map(|(stems, _)| stems).chain([&address]).flat_map(|stems| self.rarest(stems)).collect();
        candidates.into_iter().filter(|at| serves(*at)).min_by(|a, b| {
            let clicks = pages[*b].clicks.total_cmp(&pages[*a].clicks);
            beyond(*a).cmp(&beyond(*b)).then(clicks).then_with(|| pages[*a].page.url.cmp(&pages[*b].page.url))
        })
    }

    /// Queries of a page that name no brand, as stems, with their impressions.
    fn wanted(&self, at: usize) -> Vec<(BTreeSet<&'a str>, f64)> {
        let rows = self.site.rows_of(at).filter(|row| row.impressions > 0.0).take(MOST_QUERIES);
        let stems = rows.map(|row| {
            let stems: BTreeSet<&str> = self.site.queries[row.query].stems.iter().map(String::as_str).collect();
            (stems, row.impressions)
        });
        stems.filter(|(stems, _)| !stems.is_empty()).collect()
    }

    /// Pages with the stem that the fewest pages have; none if a stem is on no page.
    fn rarest(&self, stems: &BTreeSet<&str>) -> Vec<usize> {
        let lists: Option<Vec<&Vec<usize>>> = stems.iter().map(|stem| self.by_stem.get(stem)).collect();
        let shortest = lists.unwrap_or_default().into_iter().min_by_key(|list| list.len());
        shortest.into_iter().flatten().copied().take(MOST_CANDIDATES).collect()
    }
}
