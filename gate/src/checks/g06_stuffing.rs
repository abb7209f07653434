//! G06: no term or phrase is repeated beyond what a text needs.

use std::{
    collections::HashMap,
    hash::{BuildHasherDefault, DefaultHasher},
};

use engines::text::{fold, is_function_word, words};

use super::{Context, Outcome};
use crate::{GateError, Level};

/// Occurrences below which nothing counts as stuffing.
const FEWEST: usize = 5;
/// Words of a text below which shares say nothing.
const FEWEST_WORDS: usize = 60;

/// Measures the share of the head terms and of phrases of three words.
pub(super) fn run(context: &Context<'_>) -> Result<Outcome, GateError> {
    let (mut outcome, mut most) = (Outcome::new(), 0.0_f64);
    for (reading, page) in context.answers() {
        context.checkpoint()?;
        let tokens: Vec<&str> = words(&reading.main).collect();
        if tokens.len() < FEWEST_WORDS {
            continue;
        }
        let mut terms: Vec<String> = [&page.query, &context.site.trade.work, &context.site.trade.name]
            .into_iter()
            .map(|term| fold(term))
            .filter(|term| !term.is_empty())
            .collect();
        terms.sort();
        terms.dedup();
        for term in terms {
            let (times, share) = density(&tokens, &term);
            most = most.max(share);
            if times >= FEWEST && share > context.limits.warn_density {
                add(context, &mut outcome, &page.path, &term, times, share);
            }
        }
        if let Some((phrase, times, share)) =
            phrase(&tokens).filter(|(_, _, share)| *share > context.limits.warn_phrase)
        {
            add(context, &mut outcome, &page.path, &phrase, times, share);
        }
    }
    Ok(outcome.measured(format!("Highest share of a head term: {:.1}% of the words", 100.0 * most)))
}

fn add(context: &Context<'_>, outcome: &mut Outcome, path: &str, term: &str, times: usize, share: f64) {
    let level = if share >= context.limits.block_density { Level::Block } else { Level::Warn };
    let detail = format!("\"{term}\" occurs {times} times: {:.1}% of the words.", 100.0 * share);
    outcome.add(
        level,
        Some(path),
        detail,
        "Use other words, or leave the term out where the sentence is clear without it.",
    );
}

/// Returns how often a term occurs, and the share of the words that it makes up.
fn density(tokens: &[&str], term: &str) -> (usize, f64) {
    let term: Vec<&str> = words(term).collect();
    if term.is_empty() || term.len() > tokens.len() {
        return (0, 0.0);
    }
    let times = tokens.windows(term.len()).filter(|run| *run == term.as_slice()).count();
    (times, (times * term.len()) as f64 / tokens.len() as f64)
}

/// Returns the most frequent phrase of three words, with its occurrences and their share of all phrases.
fn phrase(tokens: &[&str]) -> Option<(String, usize, f64)> {
    let mut numbers: HashMap<&str, u64, BuildHasherDefault<DefaultHasher>> = HashMap::default();
    let numbered = tokens.iter().map(|token| {
        let next = numbers.len() as u64;
        *numbers.entry(token).or_insert(next)
    });
    let numbered: Vec<u64> = numbered.collect();
    let mut runs: Vec<([u64; 3], usize)> =
        numbered.windows(3).enumerate().filter_map(|(at, run)| Some((run.try_into().ok()?, at))).collect();
    runs.sort_unstable();
    let is_empty = |run: &[&str]| run.iter().filter(|word| is_function_word(word)).count() >= 2;
    let equal = runs.chunk_by(|one, next| one.0 == next.0).filter(|equal| equal.len() >= FEWEST);
    let found = equal.filter_map(|equal| Some((equal.len(), tokens.get(equal.first()?.1..)?.get(..3)?)));
    let (times, run) = found.filter(|(_, run)| !is_empty(run)).max()?;
    Some((run.join(" "), times, times as f64 / tokens.len() as f64))
}
