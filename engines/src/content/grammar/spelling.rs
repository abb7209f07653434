//! Which unknown words are misspelled.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use harper_core::spell::{Dictionary, FstDictionary};

use super::Mistake;
use crate::text::fold;

/// Letters of the shortest word that is checked; shorter ones are often parts or abbreviations.
const FEWEST: usize = 4;
/// Letters of the longest word that is checked.
const MOST: usize = 30;

/// Words of trades that general dictionaries lack; see `data/PROVENANCE.md`.
static TRADE_WORDS: LazyLock<BTreeSet<&'static str>> =
    LazyLock::new(|| include_str!("../../../data/trade_words_en.txt").lines().collect());
/// Beginnings that make a new word of a known one.
const PREFIXES: &[&str] = &[
    "anti", "bio", "co", "de", "inter", "micro", "mid", "mis", "multi", "non", "out", "over", "pre", "re", "sub",
    "tele", "un", "under",
];
/// Ends that make a new word of a known one. Those that double letters are missing on purpose.
const SUFFIXES: &[&str] = &["able", "er", "ers", "ist", "ists", "less", "ings", "r", "rs", "s"];
/// Letters of the shorter part of a compound.
const SHORTEST: usize = 3;

/// Finds words in lower case that are no known word, name, term or compound, and that one letter makes a known word of.
///
/// Source: Norvig (2007), "How to write a spelling corrector", for the words at distance one; unlike harper's search, its
/// time is bounded for any text.
pub(super) fn misspellings(sentence: &str, known: &BTreeSet<String>) -> Vec<Mistake> {
    let mut found = Vec::new();
    for (at, word) in words(sentence) {
        if !is_unknown(word, known) {
            continue;
        }
        let instead: BTreeSet<String> = neighbours(word).filter(|other| holds(other)).collect();
        let Some(first) = instead.first() else { continue };
        let mended =
            (instead.len() == 1).then(|| format!("{}{first}{}", &sentence[..at], &sentence[at + word.len()..]));
        let listed: Vec<&str> = instead.iter().map(String::as_str).take(4).collect();
        found.push(Mistake { words: word.to_owned(), message: format!("Did you mean {}?", listed.join(", ")), mended });
    }
    found
}

/// Words of plain lower-case letters with their offsets; words with a capital, a digit or a point inside are names or codes.
fn words(sentence: &str) -> impl Iterator<Item = (usize, &str)> {
    let start = sentence.as_ptr() as usize;
    let pieces = sentence.split(|c: char| c.is_whitespace() || matches!(c, '-' | '/' | '\u{2013}' | '\u{2014}'));
    pieces.filter_map(move |piece| {
        let core = piece.trim_matches(|c: char| !c.is_alphanumeric());
        let core = core.strip_suffix("'s").or_else(|| core.strip_suffix("\u{2019}s")).unwrap_or(core);
        let is_plain = (FEWEST..=MOST).contains(&core.len()) && core.bytes().all(|b| b.is_ascii_lowercase());
        is_plain.then(|| (core.as_ptr() as usize - start, core))
    })
}

fn is_unknown(word: &str, known: &BTreeSet<String>) -> bool {
    !holds(word) && !known.contains(&fold(word)) && !TRADE_WORDS.contains(word) && !is_compound(word)
}

/// Words that differ by one letter: one left out, two swapped, one replaced, one added.
fn neighbours(word: &str) -> impl Iterator<Item = String> {
    let shorter = (0..word.len()).map(move |at| format!("{}{}", &word[..at], &word[at + 1..]));
    let swapped = (0..word.len() - 1)
        .map(move |at| format!("{}{}{}{}", &word[..at], &word[at + 1..at + 2], &word[at..=at], &word[at + 2..]));
    let replaced = (0..word.len())
        .flat_map(move |at| ('a'..='z').map(move |letter| format!("{}{letter}{}", &word[..at], &word[at + 1..])));
    let longer = (0..=word.len())
        .flat_map(move |at| ('a'..='z').map(move |letter| format!("{}{letter}{}", &word[..at], &word[at..])));
    shorter.chain(swapped).chain(replaced).chain(longer)
}

fn holds(word: &str) -> bool {
    FstDictionary::curated().contains_word_str(word)
}

/// True for two known words in one (`cleanout`), and for known words with a prefix or suffix (`retreatment`).
fn is_compound(word: &str) -> bool {
    let is_term = |word: &str| word.len() >= SHORTEST && (holds(word) || TRADE_WORDS.contains(word));
    let is_joined =
        (SHORTEST..word.len().saturating_sub(SHORTEST - 1)).any(|at| is_term(&word[..at]) && is_term(&word[at..]));
    let stem_of = |suffix: &&str| word.strip_suffix(*suffix).is_some_and(|stem| stem.len() > SHORTEST && is_term(stem));
    let rest_of = |prefix: &&str| word.strip_prefix(*prefix).is_some_and(|rest| rest.len() > SHORTEST && is_term(rest));
    is_joined || SUFFIXES.iter().any(stem_of) || PREFIXES.iter().any(rest_of)
}
