//! Words and runs of words of a text.

use super::lexicon::{ends_phrase, is_general};
use crate::text::Stemmer;

/// Maximum number of words in a phrase.
const MOST_WORDS: usize = 5;

/// A word of the text.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Word {
    pub(super) text: String,
    pub(super) stem: String,
    /// Number of words and punctuation marks before it.
    pub(super) place: usize,
    /// True for a word with capitals beyond the first letter: an acronym or name.
    pub(super) is_capital: bool,
}

/// A candidate phrase.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Phrase {
    pub(super) words: Vec<Word>,
    /// Position of its first word.
    pub(super) first: usize,
    pub(super) times: f64,
}

impl Phrase {
    pub(super) fn text(&self) -> String {
        self.words.iter().map(|word| word.text.as_str()).collect::<Vec<_>>().join(" ")
    }
}

/// Returns runs of up to five words that may be key phrases, in order.
pub(super) fn candidates(text: &str, stemmer: &Stemmer) -> Vec<Vec<Word>> {
    let mut runs = Vec::new();
    let mut run: Vec<Word> = Vec::new();
    for (place, token) in tokens(text).into_iter().enumerate() {
        let lower = token.to_lowercase();
        let is_word = token.chars().next().is_some_and(char::is_alphanumeric);
        if !is_word || ends_phrase(&lower) {
            keep(&mut runs, std::mem::take(&mut run));
            continue;
        }
        let mut letters = token.chars();
        letters.next();
        let is_capital = letters.any(char::is_uppercase);
        run.push(Word { text: token.to_owned(), stem: stem(&lower, stemmer), place: place + 1, is_capital });
    }
    keep(&mut runs, run);
    runs
}

/// Keeps a run of one to five words, without general words at its ends.
fn keep(runs: &mut Vec<Vec<Word>>, run: Vec<Word>) {
    let general = |word: &Word| is_general(&word.text.to_lowercase());
    let start = run.iter().take_while(|word| general(word)).count();
    let end = run.len() - run.iter().rev().take_while(|word| general(word)).count();
    if start < end && end - start <= MOST_WORDS {
        runs.push(run[start..end].to_vec());
    }
}

/// Stems each part of a word, so that `self-driving` and `self driving` are equal.
fn stem(lower: &str, stemmer: &Stemmer) -> String {
    lower.split('-').map(|part| stemmer.stem(part)).collect::<Vec<_>>().join(" ")
}

/// Returns words and the punctuation that ends phrases. A word may contain hyphen, apostrophe, slash,
/// dot, plus, and `#` at its end.
fn tokens(text: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find(|c: char| !c.is_whitespace()) {
        rest = &rest[start..];
        let end = word_end(rest);
        let mark = rest.chars().next().map_or(1, char::len_utf8);
        let (token, after) = rest.split_at(end.max(mark));
        tokens.push(token);
        rest = after;
    }
    tokens
}

/// Length in bytes of the word at the start of a text; 0 for punctuation.
fn word_end(text: &str) -> usize {
    let mut end = 0;
    for (at, character) in text.char_indices() {
        if character.is_alphanumeric() || (at > 0 && matches!(character, '_' | '#' | '+')) {
            end = at + character.len_utf8();
        } else if at == 0 || !matches!(character, '-' | '\u{2013}' | '\'' | '\u{2019}' | '/' | '.') {
            break;
        }
    }
    end
}
