//! Sentences as lists of words.

use super::super::lexicon::{Meanings, meanings, rarity};
use crate::text::{Stemmer, fold, words};

/// Maximum number of words compared.
const MOST_WORDS: usize = 400;

/// A sentence with all data for comparison.
#[derive(Debug)]
pub(super) struct Sentence {
    pub(super) words: Vec<Word>,
    /// The words separated and surrounded by single spaces.
    pub(super) letters: Vec<char>,
}

/// A word with its data.
#[derive(Debug)]
pub(super) struct Word {
    pub(super) text: String,
    pub(super) stem: String,
    pub(super) weight: f64,
    pub(super) is_number: bool,
    pub(super) meanings: Meanings,
    pub(super) letters: Vec<char>,
}

impl Sentence {
    pub(super) fn read(text: &str) -> Self {
        let stemmer = Stemmer::default();
        let spelled = text.to_lowercase().replace('\u{2019}', "'").replace("n't", " not").replace("'s", "");
        let folded = fold(&spelled);
        let words: Vec<Word> = words(&folded)
            .map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()))
            .filter(|word| !word.is_empty())
            .take(MOST_WORDS)
            .map(|word| Word::read(word, &stemmer))
            .collect();
        let joined: Vec<&str> = words.iter().map(|word| word.text.as_str()).collect();
        let letters = format!(" {} ", joined.join(" ")).chars().collect();
        Self { words, letters }
    }
}

impl Word {
    fn read(word: &str, stemmer: &Stemmer) -> Self {
        Self {
            stem: stemmer.stem(word),
            weight: rarity(word),
            is_number: word.chars().any(char::is_numeric),
            meanings: meanings(word),
            letters: format!("^{word}$").chars().collect(),
            text: word.to_owned(),
        }
    }
}
