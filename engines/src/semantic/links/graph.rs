//! Link graph of the pages.

use std::collections::{BTreeSet, HashMap, VecDeque};

use super::super::PagesInput;
use crate::common::EngineError;

/// Maximum number of power iterations.
const ROUNDS: usize = 200;
/// Change of the ranks at convergence.
const STILL: f64 = 1e-12;

/// Links between the pages of a run, each pair once.
#[derive(Debug)]
pub(super) struct Graph {
    pub(super) out: Vec<Vec<usize>>,
    pub(super) home: usize,
    incoming: Vec<u32>,
    places: HashMap<String, usize>,
    elsewhere: usize,
}

impl Graph {
    pub(super) fn read(input: &PagesInput) -> Result<Self, EngineError> {
        let places: HashMap<String, usize> =
            input.pages.iter().enumerate().map(|(at, page)| (plain(&page.url), at)).collect();
        let home = match &input.home {
            Some(url) => {
                *places.get(&plain(url)).ok_or_else(|| EngineError::input("home", "is not one of the pages"))?
            }
            None => (0..input.pages.len()).min_by_key(|at| (input.pages[*at].url.len(), *at)).unwrap_or(0),
        };
        let (mut out, mut elsewhere) = (Vec::with_capacity(input.pages.len()), 0);
        let mut incoming = vec![0; input.pages.len()];
        for (at, page) in input.pages.iter().enumerate() {
            let known: Vec<Option<usize>> =
                page.links.iter().map(|link| places.get(&plain(&link.url)).copied()).collect();
            elsewhere += known.iter().filter(|target| target.is_none()).count();
            let targets: BTreeSet<usize> = known.into_iter().flatten().filter(|target| *target != at).collect();
            targets.iter().for_each(|target| incoming[*target] += 1);
            out.push(targets.into_iter().collect());
        }
        Ok(Self { out, home, incoming, places, elsewhere })
    }

    pub(super) fn find(&self, url: &str) -> Option<usize> {
        self.places.get(&plain(url)).copied()
    }

    pub(super) fn incoming(&self, at: usize) -> u32 {
        self.incoming[at]
    }

    /// Computes PageRank: the probability of being on each page, with sum 1. Pages without links lead to any page.
    ///
    /// Source: Page, Brin, Motwani & Winograd (1999), "The PageRank citation ranking", section 2.4, by power iteration.
    pub(super) fn page_rank(&self, damping: f64) -> Vec<f64> {
        let count = self.out.len() as f64;
        let mut ranks = vec![1.0 / count; self.out.len()];
        for _ in 0..ROUNDS {
            let stuck: f64 = self.out.iter().zip(&ranks).filter(|(out, _)| out.is_empty()).map(|(_, rank)| rank).sum();
            let mut next = vec![(1.0 - damping + damping * stuck) / count; ranks.len()];
            for (out, rank) in self.out.iter().zip(&ranks) {
                out.iter().for_each(|target| next[*target] += damping * rank / out.len() as f64);
            }
            let change: f64 = ranks.iter().zip(&next).map(|(a, b)| (a - b).abs()).sum();
            ranks = next;
            if change < STILL {
                break;
            }
        }
        ranks
    }

    /// Clicks from the home page; `None` if there is no path.
    pub(super) fn depths(&self) -> Vec<Option<u32>> {
        let mut depths = vec![None; self.out.len()];
        depths[self.home] = Some(0);
        let mut waiting = VecDeque::from([(self.home, 0)]);
        while let Some((at, depth)) = waiting.pop_front() {
            for target in &self.out[at] {
                if depths[*target].is_none() {
                    depths[*target] = Some(depth + 1);
                    waiting.push_back((*target, depth + 1));
                }
            }
        }
        depths
    }

    pub(super) fn notes(&self) -> Vec<String> {
        match self.elsewhere {
            0 => Vec::new(),
            1 => vec!["1 link points to a page that was not crawled; it was excluded".to_owned()],
            count => vec![format!("{count} links point to pages that were not crawled; they were excluded")],
        }
    }
}

/// Returns an address without fragment, trailing slash, scheme and `www.`.
fn plain(url: &str) -> String {
    let url = url.split('#').next().unwrap_or_default().trim().to_lowercase();
    let url = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://")).unwrap_or(&url);
    url.strip_prefix("www.").unwrap_or(url).trim_end_matches('/').to_owned()
}
