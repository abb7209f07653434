//! Which unknown words are misspelled.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use harper_core::linting::{Lint, Suggestion};
use harper_core::spell::{Dictionary, FstDictionary};

use crate::text::fold;

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

/// True for a word in lower case that is no known word, name, term or compound, and resembles a known word.
pub(super) fn is_misspelled(word: &str, lint: &Lint, known: &BTreeSet<String>) -> bool {
    let bare = word.strip_suffix("'s").or_else(|| word.strip_suffix("\u{2019}s")).unwrap_or(word);
    let is_plain = !bare.is_empty() && bare.chars().all(|c| c.is_ascii_lowercase());
    let is_known = known.contains(&fold(bare)) || TRADE_WORDS.contains(bare);
    is_plain && !is_known && !is_compound(bare) && lint.suggestions.iter().any(|suggestion| is_near(bare, suggestion))
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

/// True if one or two letters make a known word of it.
fn is_near(word: &str, suggestion: &Suggestion) -> bool {
    let Suggestion::ReplaceWith(with) = suggestion else { return false };
    let with: String = with.iter().collect();
    let limit = if word.len() > 6 { 2 } else { 1 };
    with != word && distance(word, &with.to_lowercase()) <= limit
}

/// Damerau-Levenshtein distance with adjacent transpositions, over bytes.
fn distance(a: &str, b: &str) -> usize {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let mut rows: Vec<Vec<usize>> = vec![(0..=b.len()).collect()];
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let cost = usize::from(a[i - 1] != b[j - 1]);
            let mut least = (rows[i - 1][j] + 1).min(row[j - 1] + 1).min(rows[i - 1][j - 1] + cost);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                least = least.min(rows[i - 2][j - 2] + 1);
            }
            row.push(least);
        }
        rows.push(row);
    }
    rows[a.len()][b.len()]
}
