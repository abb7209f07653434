//! Conditions: `the second visit is free` leaves out `if moisture returns`.

use std::ops::Range;

use super::reading::Reading;
use super::terms::Term;

/// Words that begin a condition of a fact.
const CONDITIONS: &[&str] = &["if", "unless"];
/// Words with which a sentence may say a condition in its own way, or leave room for it.
const OPEN: &[&str] = &[
    "if",
    "unless",
    "when",
    "whenever",
    "once",
    "until",
    "where",
    "provided",
    "should",
    "may",
    "might",
    "could",
    "can",
    "after",
    "before",
    "without",
    "except",
    "long",
    "case",
    "cases",
    "depending",
    "depends",
    "conditions",
    "some",
    "sometimes",
    "often",
    "usually",
];
/// Words that a sentence shares with the rest of a fact that it repeats.
const REPEATED: usize = 2;

/// Returns the words of the condition of a fact that a sentence repeats without it.
/// Words for which `is_shared` holds are in many facts: they say no condition.
pub(super) fn dropped(
    own: (&Reading, &[Term]), fact: (&Reading, &[Term]), is_shared: impl Fn(&str) -> bool,
) -> Option<String> {
    let ((own, own_terms), (fact, fact_terms)) = (own, fact);
    if own.has(OPEN) {
        return None;
    }
    let condition = condition(fact)?;
    let says = |term: &Term| {
        own_terms.iter().any(|other| other.stem == term.stem || other.is_content && other.groups & term.groups != 0)
    };
    let contents = |is_inside: bool| {
        let all = fact_terms.iter().enumerate().filter(|(_, term)| term.is_content);
        all.filter(|(at, _)| condition.contains(at) == is_inside).map(|(_, term)| term).collect::<Vec<&Term>>()
    };
    let (inside, outside) = (contents(true), contents(false));
    let repeated = outside.iter().filter(|term| says(term)).count();
    let is_dropped = !inside.is_empty()
        && !inside.iter().any(|term| says(term) && !is_shared(&term.stem))
        && repeated >= REPEATED
        && 2 * repeated >= outside.len();
    let words = || fact.words[condition.clone()].iter().map(|word| word.written.as_str()).collect::<Vec<_>>();
    is_dropped.then(|| words().join(" "))
}

/// Returns the words of the condition of a fact, up to the next mark.
fn condition(fact: &Reading) -> Option<Range<usize>> {
    let start = fact.words.iter().position(|word| CONDITIONS.contains(&word.text.as_str()))?;
    let end = (start + 1..fact.words.len()).find(|at| fact.words[*at].is_after_mark).unwrap_or(fact.words.len());
    Some(start..end)
}
