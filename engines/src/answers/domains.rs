//! Shares of citations by domain.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Z, share::wilson};
use crate::stat::SplitMix64;

/// Resamples of the bootstrap.
const RESAMPLES: usize = 1_000;

/// Share of a domain in all citations of an engine.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct DomainShare {
    /// Registrable domain.
    pub domain: String,
    /// Citations.
    pub citations: u32,
    /// Answers that cite it.
    pub answers: u32,
    /// Share of all citations, from 0 to 1.
    pub share: f64,
    /// Lower bound of the 95% interval; `null` with fewer than two answers.
    pub low: Option<f64>,
    /// Upper bound.
    pub high: Option<f64>,
}

/// Returns the domains with the most citations, at most `most`, with percentile intervals of a bootstrap over answers.
///
/// Each answer is a list of the domains that it cites, one entry a page. Source: Efron & Tibshirani (1993), chapter 13;
/// answers are resampled rather than citations, because citations of one answer depend on each other.
///
/// A domain that every answer cites has no answer without it to resample, so a few equal answers would make it certain. Its
/// interval also covers answers of another kind, which may cite it never or only, as often as Wilson's interval of so many
/// answers of one kind allows.
#[must_use]
pub fn domain_shares(answers: &[Vec<&str>], most: usize, seed: u64) -> Vec<DomainShare> {
    let mut totals: BTreeMap<&str, (u32, u32)> = BTreeMap::new();
    for answer in answers {
        for (index, domain) in answer.iter().enumerate() {
            let total = totals.entry(domain).or_default();
            total.0 += 1;
            total.1 += u32::from(!answer[..index].contains(domain));
        }
    }
    let all: u32 = totals.values().map(|total| total.0).sum();
    let mut listed: Vec<(&str, (u32, u32))> = totals.into_iter().collect();
    listed.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(b.0)));
    listed.truncate(most);
    let places: BTreeMap<&str, usize> = listed.iter().enumerate().map(|(place, entry)| (entry.0, place)).collect();
    let mut draws = resampled(answers, &places, seed);
    let citing = answers.iter().filter(|answer| !answer.is_empty()).count() as u32;
    let seen = wilson(citing, citing, Z).low;
    let row = |(place, &(domain, (citations, cited_by))): (usize, &(&str, (u32, u32)))| {
        let (mut low, mut high) = bounds(&mut draws[place]);
        let share = f64::from(citations) / f64::from(all.max(1));
        if cited_by == citing {
            low = low.map(|low| low.min(share * seen));
            high = high.map(|high| high.max(share * seen + 1.0 - seen));
        }
        DomainShare { domain: domain.to_owned(), citations, answers: cited_by, share, low, high }
    };
    listed.iter().enumerate().map(row).collect()
}

/// Returns the shares of the domains in each resample; none with fewer than two answers.
fn resampled(answers: &[Vec<&str>], places: &BTreeMap<&str, usize>, seed: u64) -> Vec<Vec<f64>> {
    let mut draws = vec![Vec::new(); places.len()];
    if answers.len() < 2 {
        return draws;
    }
    let placed: Vec<(u32, Vec<usize>)> =
        answers.iter().map(|answer| (answer.len() as u32, at(answer, places))).collect();
    let mut random = SplitMix64::new(seed);
    let mut counts = vec![0_u32; places.len()];
    for _ in 0..RESAMPLES {
        counts.fill(0);
        let mut all = 0;
        for _ in 0..placed.len() {
            let (citations, cited) = &placed[random.below(placed.len())];
            all += citations;
            cited.iter().for_each(|&place| counts[place] += 1);
        }
        // A resample without any citation says nothing about shares.
        if all > 0 {
            draws.iter_mut().zip(&counts).for_each(|(draws, &count)| draws.push(f64::from(count) / f64::from(all)));
        }
    }
    draws
}

fn at(answer: &[&str], places: &BTreeMap<&str, usize>) -> Vec<usize> {
    answer.iter().filter_map(|domain| places.get(domain).copied()).collect()
}

fn bounds(draws: &mut [f64]) -> (Option<f64>, Option<f64>) {
    draws.sort_by(f64::total_cmp);
    let count = draws.len();
    let at = |p: f64| draws.get(((p * count as f64).ceil() as usize).clamp(1, count.max(1)) - 1).copied();
    (at(0.025), at(0.975))
}
