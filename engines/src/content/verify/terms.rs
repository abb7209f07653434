//! Words as they count for what a fact says.

use std::collections::BTreeSet;

use super::reading::Reading;
use super::synonyms::{groups, is_neutral, phrase};
use super::words::{is_absolute, is_hedge, is_negator};

/// Stems that set a price after `no`.
const LIMITS: &[&str] = &["extra", "charg", "cost", "addit", "fee"];

/// A word as it counts here; a reading has one for each of its words.
#[derive(Debug, Clone, Default)]
pub(super) struct Term {
    pub(super) stem: String,
    pub(super) groups: u128,
    /// Must be said by a fact.
    pub(super) is_content: bool,
    /// Means a phrase, not its word.
    pub(super) is_phrase: bool,
}

/// Words behind a quantity that name its direction: `six feet tall`.
const DIMENSIONS: &[&str] = &["tall", "high", "deep", "wide", "long", "old", "thick", "away"];

/// Reads the words of a sentence with its phrases.
pub(super) fn terms(reading: &Reading) -> Vec<Term> {
    let words = &reading.words;
    let inside: BTreeSet<usize> = reading.quantities.iter().flat_map(|one| one.at..one.end).collect();
    let is_dimension = |at: usize| {
        DIMENSIONS.contains(&words[at].text.as_str())
            && at.checked_sub(1).is_some_and(|before| inside.contains(&before))
    };
    let is_limit = |at: usize| {
        LIMITS.contains(&words[at].stem.as_str())
            && words[at.saturating_sub(2)..at].iter().any(|word| word.text == "no")
    };
    let mut terms: Vec<Term> = Vec::with_capacity(words.len());
    for (at, word) in words.iter().enumerate() {
        let is_light = is_hedge(&word.text) || is_negator(&word.text) || is_absolute(&word.text);
        let is_content = word.is_content()
            && word.figure.is_none()
            && !is_light
            && !is_neutral(&word.stem)
            && !inside.contains(&at)
            && !is_dimension(at)
            && !is_limit(at);
        terms.push(Term { stem: word.stem.clone(), groups: groups(&word.stem), is_content, is_phrase: false });
    }
    for at in 0..terms.len() {
        let Some((length, stem)) = phrase(words[at..].iter().map(|word| word.text.as_str())) else { continue };
        let run = &mut terms[at..at + length];
        run.iter_mut().for_each(|term| (term.is_content, term.is_phrase) = (false, true));
        if let Some(first) = run.first_mut().filter(|_| !stem.is_empty()) {
            *first = Term { stem: stem.to_owned(), groups: groups(stem), is_content: true, is_phrase: true };
        }
    }
    terms
}
