//! Queries about the subject of a page.

use std::collections::BTreeSet;

use engines::text::{Stemmer, fold, is_stopword, words};

/// Words that begin a question.
const INTERROGATIVES: [&str; 24] = [
    "are", "can", "could", "did", "do", "does", "has", "have", "how", "is", "may", "must", "need", "should", "was",
    "were", "what", "when", "where", "which", "who", "why", "will", "would",
];
/// Words that a query must share with the query of the page, if that has as many.
const LEAST_COMMON: usize = 2;
/// Number of parts of words that are looked for.
const MOST_TERMS: usize = 3;

/// Returns true for a query that asks something.
#[must_use]
pub fn is_question(query: &str) -> bool {
    let folded = fold(query);
    let first = words(&folded).next().unwrap_or_default();
    query.trim_end().ends_with('?') || INTERROGATIVES.contains(&first)
}

/// Returns the number of words that a query shares with the query of a page; 0 if it is about something else, or the same.
/// Words of the place do not count, unless the page is about nothing else.
#[must_use]
pub fn common_words(topic: &str, place: &str, query: &str) -> usize {
    let (own, other, place) = (stems(topic), stems(query), stems(place));
    let subject: BTreeSet<&String> = own.difference(&place).collect();
    let subject = if subject.is_empty() { own.iter().collect() } else { subject };
    let common = subject.iter().filter(|stem| other.contains(stem.as_str())).count();
    let is_same = own == other && !is_question(query);
    if is_same || common < LEAST_COMMON.min(subject.len()) { 0 } else { own.intersection(&other).count() }
}

/// Returns parts of the longest words of a query, by which other queries about its subject are found.
#[must_use]
pub fn search_terms(topic: &str) -> Vec<String> {
    let stemmer = Stemmer::default();
    let beginning = |word: &String| {
        let stem = stemmer.stem(word);
        word.chars().zip(stem.chars()).take_while(|(one, other)| one == other).map(|(one, _)| one).collect::<String>()
    };
    let mut terms: Vec<String> = content(topic).iter().map(beginning).filter(|term| !term.is_empty()).collect();
    terms.sort_by_key(|term| std::cmp::Reverse(term.chars().count()));
    terms.dedup();
    terms.truncate(MOST_TERMS);
    terms
}

fn content(text: &str) -> Vec<String> {
    let folded = fold(text);
    words(&folded).filter(|word| !is_stopword(word)).map(str::to_owned).collect()
}

fn stems(text: &str) -> BTreeSet<String> {
    let stemmer = Stemmer::default();
    content(text).iter().map(|word| stemmer.stem(word)).collect()
}
