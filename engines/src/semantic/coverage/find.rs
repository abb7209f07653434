//! Compares a page with the top pages.

use std::collections::BTreeSet;

use super::super::Checked;
use super::super::terms::{Key, Terms};
use super::output::{CoverageOutput, StuffedTerm, TermCoverage};
use super::weights::{Weight, Weights};

/// Maximum number of own terms listed.
const MOST_OWN: usize = 30;

pub(super) fn find(weights: &Weights, own: &Terms, winners: &[Terms], params: &Checked) -> CoverageOutput {
    let (information_gain, only_here) = information_gain(own, winners);
    let mut lengths: Vec<usize> = winners.iter().map(|winner| winner.words).collect();
    lengths.sort_unstable();
    let (method, method_version) = super::method();
    CoverageOutput {
        coverage: weights.coverage(own),
        winners_coverage: winners.iter().map(|winner| weights.coverage(winner)).collect(),
        score: weights.score(own),
        winners_scores: winners.iter().map(|winner| weights.score(winner)).collect(),
        terms: weights.terms.iter().map(|term| beside(weights, term, own)).collect(),
        stuffed: weights
            .stuffed(own)
            .into_iter()
            .map(|(key, times, density)| stuffed(own, key, times, density))
            .collect(),
        information_gain,
        only_here,
        words: own.words,
        winners_words: lengths[lengths.len() / 2],
        insights: Vec::new(),
        notes: notes(weights, params),
        assumptions: vec![
            "The given top-ranking pages are those that rank; what they have in common correlates with ranking and is not necessarily the cause"
                .to_owned(),
        ],
        needs: if winners.len() < 5 {
            vec!["Add the texts of 5 to 10 top-ranking pages to make the terms more reliable".to_owned()]
        } else {
            Vec::new()
        },
        method,
        method_version,
    }
}

fn notes(weights: &Weights, params: &Checked) -> Vec<String> {
    let mut notes = vec![format!(
        "On a page of average length, one mention scores {:.0} % of a term's weight, three mentions {:.0} %, thirty mentions {:.0} %",
        100.0 / (1.0 + params.saturation),
        300.0 / (3.0 + params.saturation),
        3_000.0 / (30.0 + params.saturation)
    )];
    if weights.terms.is_empty() {
        notes.push("The top-ranking pages have no terms in common except common English words".to_owned());
    }
    notes
}

fn beside(weights: &Weights, term: &Weight, own: &Terms) -> TermCoverage {
    let times = own.times(&term.key);
    TermCoverage {
        term: term.written.clone(),
        winners: term.winners,
        winners_times: term.winners_times,
        times,
        weight: term.weight,
        saturation: weights.saturation(times, own.words),
        add: u32::from(times == 0),
        score_gain: gain(weights, &term.written, own),
    }
}

/// Score with the term added as a separate sentence, minus the current score.
fn gain(weights: &Weights, term: &str, own: &Terms) -> f64 {
    let mut more = own.clone();
    more.add(term);
    weights.score(&more) - weights.score(own)
}

fn stuffed(own: &Terms, key: &Key, times: u32, density: f64) -> StuffedTerm {
    StuffedTerm { term: own.written.get(key).unwrap_or(key).clone(), times, density }
}

/// Share of the page's distinct terms that no top page has, and the most frequent of them.
fn information_gain(own: &Terms, winners: &[Terms]) -> (f64, Vec<String>) {
    let known: BTreeSet<&Key> = winners.iter().flat_map(|winner| winner.counts.keys()).collect();
    let mut new: Vec<(&Key, u32)> =
        own.counts.iter().filter(|(key, _)| !known.contains(key)).map(|(key, times)| (key, *times)).collect();
    let share = new.len() as f64 / own.counts.len().max(1) as f64;
    new.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(b.0)));
    let written = |key: &Key| own.written.get(key).unwrap_or(key).clone();
    (share, new.into_iter().take(MOST_OWN).map(|(key, _)| written(key)).collect())
}
