//! Term counts of pages.

use std::collections::BTreeMap;

use crate::text::{Stemmer, fold, is_stopword, sentences, words};

/// A term: one stem, or two adjacent ones.
pub(crate) type Key = String;

/// Term counts of a page.
#[derive(Debug, Clone, Default)]
pub(crate) struct Terms {
    /// Number of occurrences of each term.
    pub(crate) counts: BTreeMap<Key, u32>,
    /// Number of words, including stop words.
    pub(crate) words: usize,
    /// First spelling of each term.
    pub(crate) written: BTreeMap<Key, String>,
}

impl Terms {
    pub(crate) fn read(text: &str) -> Self {
        let mut terms = Self::default();
        terms.add(text);
        terms
    }

    /// Counts further text. Two-word terms do not cross the end of a sentence or a stop word.
    pub(crate) fn add(&mut self, text: &str) {
        let stemmer = Stemmer::default();
        for sentence in sentences(text) {
            let folded = fold(sentence);
            let mut before: Option<(String, &str)> = None;
            for word in words(&folded) {
                self.words += 1;
                if !is_content(word) {
                    before = None;
                    continue;
                }
                let stem = stemmer.stem(word);
                if let Some((last_stem, last_word)) = before.filter(|(last_stem, _)| *last_stem != stem) {
                    self.count(format!("{last_stem} {stem}"), || format!("{last_word} {word}"));
                }
                self.count(stem.clone(), || word.to_owned());
                before = Some((stem, word));
            }
        }
    }

    fn count(&mut self, key: Key, written: impl FnOnce() -> String) {
        *self.counts.entry(key.clone()).or_default() += 1;
        self.written.entry(key).or_insert_with(written);
    }

    pub(crate) fn times(&self, key: &str) -> u32 {
        self.counts.get(key).copied().unwrap_or(0)
    }
}

pub(in crate::semantic) fn is_content(word: &str) -> bool {
    word.chars().any(char::is_alphanumeric) && word.chars().nth(1).is_some() && !is_stopword(word)
}
