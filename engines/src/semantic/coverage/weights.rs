//! Weights of the top pages' terms.

use std::collections::BTreeMap;

use super::super::Checked;
use super::super::lexicon::rarity;
use super::super::terms::{Key, Terms};

/// Minimum number of mentions for keyword stuffing.
const LEAST_STUFFED: u32 = 6;

/// A term of the top pages.
#[derive(Debug, Clone)]
pub(in crate::semantic) struct Weight {
    pub(in crate::semantic) key: Key,
    pub(in crate::semantic) written: String,
    pub(in crate::semantic) winners: u32,
    pub(in crate::semantic) winners_times: u32,
    pub(in crate::semantic) weight: f64,
}

/// Terms of the top pages, by weight descending.
#[derive(Debug)]
pub(in crate::semantic) struct Weights {
    pub(in crate::semantic) terms: Vec<Weight>,
    mean_words: f64,
    saturation: f64,
    length: f64,
    density: f64,
}

impl Weights {
    pub(in crate::semantic) fn learn(winners: &[Terms], params: &Checked) -> Self {
        let mut users: BTreeMap<&Key, Vec<u32>> = BTreeMap::new();
        for (key, times) in winners.iter().flat_map(|winner| &winner.counts) {
            users.entry(key).or_default().push(*times);
        }
        let least = params.min_winners.min(winners.len() as u32) as usize;
        let mut terms: Vec<Weight> = users
            .into_iter()
            .filter(|(_, times)| times.len() >= least)
            .map(|(key, times)| weigh(key, times, winners))
            .filter(|term| term.weight > 0.0)
            .collect();
        terms.sort_by(|a, b| b.weight.total_cmp(&a.weight).then_with(|| a.key.cmp(&b.key)));
        terms.truncate(params.max_terms as usize);
        let all: usize = winners.iter().map(|winner| winner.words).sum();
        Self {
            terms,
            mean_words: (all as f64 / winners.len().max(1) as f64).max(1.0),
            saturation: params.saturation,
            length: params.length_normalisation,
            density: params.stuffing_density,
        }
    }

    /// tf / (tf + k1 (1 - b + b length / mean length)); Robertson & Zaragoza (2009), equation (3.13).
    pub(in crate::semantic) fn saturation(&self, times: u32, words: usize) -> f64 {
        let times = f64::from(times);
        let length = 1.0 - self.length + self.length * words as f64 / self.mean_words;
        times / (times + self.saturation * length.max(0.01))
    }

    /// BM25 of a page, reduced proportionally for stuffed terms.
    pub(in crate::semantic) fn score(&self, page: &Terms) -> f64 {
        let part = |term: &Weight| term.weight * self.saturation(page.times(&term.key), page.words);
        let plain: f64 = self.terms.iter().map(part).sum();
        plain * self.mark_down(page)
    }

    /// 1, or the allowed density divided by the highest density.
    fn mark_down(&self, page: &Terms) -> f64 {
        let worst = self.stuffed(page).into_iter().map(|(_, _, density)| density).fold(0.0, f64::max);
        if worst > 0.0 { self.density / worst } else { 1.0 }
    }

    /// Returns terms of a page above the allowed density, worst first: (term, times, density).
    pub(in crate::semantic) fn stuffed<'a>(&self, page: &'a Terms) -> Vec<(&'a Key, u32, f64)> {
        let density = |(key, times): (&'a Key, &u32)| {
            let words = key.split(' ').count();
            (key, *times, f64::from(*times) * words as f64 / page.words.max(1) as f64)
        };
        let mut stuffed: Vec<_> = page
            .counts
            .iter()
            .filter(|(_, times)| **times >= LEAST_STUFFED)
            .map(density)
            .filter(|(_, _, density)| *density > self.density)
            .collect();
        stuffed.sort_by(|a, b| b.2.total_cmp(&a.2).then_with(|| a.0.cmp(b.0)));
        stuffed
    }

    /// Weight of the terms that a page has, as a share of all, 0 to 1.
    pub(in crate::semantic) fn coverage(&self, page: &Terms) -> f64 {
        let all: f64 = self.terms.iter().map(|term| term.weight).sum();
        let has = |term: &&Weight| page.times(&term.key) > 0;
        let had: f64 = self.terms.iter().filter(has).map(|term| term.weight).sum();
        if all > 0.0 { had / all } else { 0.0 }
    }
}

/// The relevance weight ln((r + 1/2) / (R - r + 1/2)) - ln(p / (1 - p)): `r` of `R` top pages use the term, and a share
/// `p` of other pages of that length.
///
/// Source: Robertson & Spärck Jones (1976), equation (3), with `p` estimated from the frequency of the word in English.
fn weigh(key: &Key, mut times: Vec<u32>, winners: &[Terms]) -> Weight {
    times.sort_unstable();
    let (users, all) = (times.len() as f64, winners.len() as f64);
    let mean_words = winners.iter().map(|winner| winner.words).sum::<usize>() as f64 / all.max(1.0);
    let elsewhere = -(-share_of_text(key) * mean_words).exp_m1();
    let elsewhere = elsewhere.clamp(1e-4, 1.0 - 1e-4);
    let here = ((users + 0.5) / (all - users + 0.5)).ln();
    Weight {
        key: key.clone(),
        written: most_written(key, winners),
        winners: times.len() as u32,
        winners_times: times[times.len() / 2],
        weight: here - (elsewhere / (1.0 - elsewhere)).ln(),
    }
}

/// Expected share of running text; for two words, ten times the share by chance.
fn share_of_text(key: &str) -> f64 {
    let share = |word: &str| 1e-4 * (1.0 / rarity(word) - 1.0);
    let product: f64 = key.split(' ').map(share).product();
    if key.contains(' ') { (10.0 * product).min(1e-3) } else { product }
}

fn most_written(key: &Key, winners: &[Terms]) -> String {
    let mut forms: BTreeMap<&str, u32> = BTreeMap::new();
    for form in winners.iter().filter_map(|winner| winner.written.get(key)) {
        *forms.entry(form).or_default() += 1;
    }
    let best = forms.into_iter().max_by(|a, b| a.1.cmp(&b.1).then_with(|| b.0.cmp(a.0)));
    best.map_or_else(|| key.clone(), |(form, _)| form.to_owned())
}
