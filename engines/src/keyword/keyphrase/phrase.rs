//! Words and runs of words of a text.

use std::collections::HashMap;

use super::lexicon::{ends_phrase, is_general};
use crate::text::Stemmer;

/// Maximum number of words in a phrase.
pub(super) const MOST_WORDS: usize = 5;

/// A word of the text.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Word<'a> {
    pub(super) text: &'a str,
    /// Number of its stem, from 1.
    pub(super) stem: u32,
    /// Number of words and punctuation marks up to it.
    pub(super) place: usize,
    /// Number of sentence ends before it.
    pub(super) sentence: u32,
    /// True for a word with capitals beyond the first letter: an acronym or name.
    pub(super) is_capital: bool,
    /// True for a word with a capital that does not start a sentence.
    pub(super) is_name: bool,
    /// True for a word that neither begins nor ends a phrase.
    pub(super) is_general: bool,
}

/// The words of a text that may be in key phrases.
#[derive(Debug, Default)]
pub(super) struct Reading<'a> {
    /// Runs between words and marks that end phrases, without general words at their ends.
    pub(super) runs: Vec<Vec<Word<'a>>>,
    /// Number of different stems.
    pub(super) stems: usize,
    /// Number of words, including those that end phrases.
    pub(super) words: usize,
}

/// Reads a text.
pub(super) fn read<'a>(text: &'a str, stemmer: &Stemmer) -> Reading<'a> {
    let mut numbers: HashMap<String, u32> = HashMap::new();
    let mut reading = Reading::default();
    let mut run: Vec<Word<'a>> = Vec::new();
    let (mut sentence, mut starts) = (0, true);
    for (place, token) in tokens(text).into_iter().enumerate() {
        let lower = token.to_lowercase();
        let mut letters = token.chars();
        let first = letters.next();
        let is_word = first.is_some_and(char::is_alphanumeric);
        reading.words += usize::from(is_word);
        let ends_sentence = matches!(token, "." | "!" | "?" | ";");
        if is_word && !ends_phrase(&lower) {
            let next = numbers.len() as u32 + 1;
            run.push(Word {
                text: token,
                stem: *numbers.entry(stem(&lower, stemmer)).or_insert(next),
                place: place + 1,
                sentence,
                is_capital: letters.any(char::is_uppercase),
                is_name: !starts && first.is_some_and(char::is_uppercase),
                is_general: is_general(&lower),
            });
        } else {
            keep(&mut reading.runs, &run);
            run.clear();
        }
        sentence += u32::from(ends_sentence);
        starts = ends_sentence || (starts && !is_word);
    }
    keep(&mut reading.runs, &run);
    reading.stems = numbers.len();
    reading
}

/// Keeps a run without general words at its ends.
fn keep<'a>(runs: &mut Vec<Vec<Word<'a>>>, run: &[Word<'a>]) {
    let start = run.iter().take_while(|word| word.is_general).count();
    let end = run.len() - run.iter().rev().take_while(|word| word.is_general).count();
    if start < end {
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
