//! Claims that a sentence only asks for or denies: `Can you guarantee a result? No`, `Nobody can guarantee the yield of a well.`

use std::ops::Range;

use super::question::is_yes_or_no;
use super::reading::Reading;
use super::words::is_negator;

/// Words with which a negation praises: `Nobody has more experience`, `not only licensed`, `nothing but the best`.
const PRAISING: &[&str] = &[
    "than", "more", "better", "as", "like", "so", "such", "match", "matches", "beat", "beats", "other", "else", "only",
    "just", "merely", "simply", "but", "except", "find", "less", "too",
];
/// Words behind a negation after which a claim is about something else: `no mess with our certified crew`.
const JOINING: &[&str] = &["with", "by", "from", "for", "through", "thanks"];
/// Verbs of orders that point to what follows: `Do not miss the free visit`.
const POINTING: &[&str] =
    &["miss", "forget", "hesitate", "settle", "overlook", "worry", "wait", "ignore", "underestimate", "doubt", "go"];
/// Words behind `no` that leave no doubt: `no doubt`.
const CERTAIN: &[&str] = &["doubt", "question", "wonder", "matter", "surprise", "secret", "mistake", "need"];
/// First words of an answer that denies.
const DENIALS: &[&str] = &["no", "not", "never", "sorry", "unfortunately"];

/// True if a sentence denies the claim at a position, or only asks for it. A phrase that has a negation itself, such as `no charge`, is
/// a claim.
pub(super) fn is_denied(reading: &Reading, at: usize, phrase: &str) -> bool {
    if phrase.split(' ').any(is_negator) {
        return false;
    }
    is_asked(reading, at) || is_negated(reading, at)
}

/// Returns the words of the sentence around a position.
fn sentence(reading: &Reading, at: usize) -> Range<usize> {
    let is_first = |at: &usize| reading.words[*at].is_first;
    let start = (0..=at).rev().find(is_first).unwrap_or(0);
    let end = (at + 1..reading.words.len()).find(is_first).unwrap_or(reading.words.len());
    start..end
}

/// True in a question that is answered with no. With another answer, it may claim something: `Are you licensed? Of course`.
fn is_asked(reading: &Reading, at: usize) -> bool {
    let own = sentence(reading, at);
    let answer = reading.words.get(own.end);
    is_yes_or_no(reading, own.start) && answer.is_some_and(|word| DENIALS.contains(&word.text.as_str()))
}

/// True if the clause negates the claim once, and does not compare.
fn is_negated(reading: &Reading, at: usize) -> bool {
    let clause = reading.clause_of(at);
    let has = |range: Range<usize>, words: &[&str]| {
        reading.words[range].iter().any(|word| words.contains(&word.text.as_str()))
    };
    let mut negators = (clause.start..at).filter(|at| is_negator(&reading.words[*at].text));
    let (Some(first), None) = (negators.next(), negators.next()) else { return false };
    let next = reading.words.get(first + 1).map_or("", |word| word.text.as_str());
    !CERTAIN.contains(&next) && !POINTING.contains(&next) && !has(first..at, JOINING) && !has(clause, PRAISING)
}
