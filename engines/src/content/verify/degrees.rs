//! How many, how often: `some` of a fact does not become `most`.

use std::collections::BTreeMap;

use super::reading::{Reading, Word};
use super::words::is_hedge;

/// Words of number with their rank.
const NUMBERS: &[(&str, u8)] = &[
    ("few", 2),
    ("some", 2),
    ("several", 2),
    ("certain", 2),
    ("many", 3),
    ("numerous", 3),
    ("most", 4),
    ("all", 5),
    ("every", 5),
    ("each", 5),
    ("any", 5),
];
/// Words of frequency with their rank.
const FREQUENCIES: &[(&str, u8)] = &[
    ("rarely", 1),
    ("seldom", 1),
    ("sometimes", 2),
    ("occasionally", 2),
    ("often", 3),
    ("frequently", 3),
    ("commonly", 3),
    ("usually", 4),
    ("generally", 4),
    ("typically", 4),
    ("normally", 4),
    ("mostly", 4),
    ("always", 5),
    ("invariably", 5),
];
/// Words that belong to a noun, next to the words of number.
const MARKERS: &[&str] = &[
    "a", "an", "the", "of", "in", "with", "to", "for", "from", "this", "that", "these", "those", "your", "its",
    "their", "our", "on", "at", "by", "no", "or", "into", "under", "below", "about", "without",
];
/// Nouns of a run that a word of number may count.
const RUN: usize = 3;
/// Words between one of frequency and what happens.
const REACH: usize = 3;

/// How many of a thing.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Counted {
    rank: u8,
    /// Several, without a word before them.
    is_bare: bool,
}

/// Returns the word of which a sentence says more than the facts.
pub(super) fn raised(own: &Reading, facts: &[&Reading]) -> Option<String> {
    let (mut numbers, mut frequencies) = (BTreeMap::new(), BTreeMap::new());
    for fact in facts {
        join(&mut numbers, counted(fact));
        join(&mut frequencies, frequency(fact));
    }
    let is_open = own.words.iter().any(|word| is_hedge(&word.text));
    let is_more = |(stem, own): &(&str, Counted)| {
        let found = numbers.get(stem).filter(|found| found.rank > 0);
        found.is_some_and(|found| own.rank > found.rank || own.rank == 0 && own.is_bare && !is_open)
    };
    let counted = counted(own).into_iter().find(is_more).map(|(stem, _)| stem.to_owned());
    counted.or_else(|| {
        let is_oftener = |(stem, rank): &(&str, u8)| frequencies.get(stem).is_some_and(|found| rank > found);
        frequency(own).into_iter().find(is_oftener).map(|(stem, _)| stem.to_owned())
    })
}

fn join<'a, T: Ord>(into: &mut BTreeMap<&'a str, T>, from: BTreeMap<&'a str, T>) {
    for (stem, value) in from {
        if into.get(stem).is_none_or(|known| *known < value) {
            into.insert(stem, value);
        }
    }
}

fn rank(list: &[(&str, u8)], word: &Word) -> u8 {
    list.iter().find(|(known, _)| *known == word.text).map_or(0, |(_, rank)| *rank)
}

/// Returns how many there are of each thing.
fn counted(reading: &Reading) -> BTreeMap<&str, Counted> {
    let (words, mut found) = (&reading.words, BTreeMap::new());
    for (at, word) in words.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|before| words.get(before));
        if !word.is_content() || before.is_some_and(Word::is_content) {
            continue;
        }
        // `At most six` is a limit.
        let is_limit = |before: usize| before > 0 && words[before - 1].text == "at";
        let near = (at.saturating_sub(2)..at).filter(|before| !is_limit(*before));
        let rank = near.map(|before| self::rank(NUMBERS, &words[before])).max().unwrap_or(0);
        let is_marked = before.is_some_and(|word| MARKERS.contains(&word.text.as_str()));
        let run = words[at..].iter().take(RUN).enumerate();
        for (_, word) in run.take_while(|(next, word)| word.is_content() && (*next == 0 || !word.is_after_mark)) {
            let is_bare = !is_marked && word.text.ends_with('s');
            join(&mut found, BTreeMap::from([(word.stem.as_str(), Counted { rank, is_bare })]));
        }
    }
    found
}

/// Returns how often each thing happens.
fn frequency(reading: &Reading) -> BTreeMap<&str, u8> {
    let mut found = BTreeMap::new();
    for (at, word) in reading.words.iter().enumerate() {
        let rank = rank(FREQUENCIES, word);
        let mut next = reading.words[at + 1..].iter().take(REACH);
        let next = next.find(|word| word.is_content() && self::rank(FREQUENCIES, word) == 0);
        if let Some(next) = next.filter(|_| rank > 0) {
            join(&mut found, BTreeMap::from([(next.stem.as_str(), rank)]));
        }
    }
    found
}
