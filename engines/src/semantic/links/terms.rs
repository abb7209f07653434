//! Numbered terms of many pages.

use std::collections::HashMap;

use super::super::terms::is_content;
use crate::common::NumberMap;
use crate::text::{Stemmer, fold, sentences, words};

/// A term as the indices of its stems: one, or two adjacent ones.
type Pair = (u32, u32);

/// Marks a missing second stem.
const ALONE: u32 = u32::MAX;

/// Indices of words, stems and terms, in order of occurrence; [`Terms::places`] sorts them.
#[derive(Default)]
pub(super) struct Terms {
    stemmer: Stemmer,
    /// Stem of each word; `None` for stop words and the like.
    words: HashMap<String, Option<u32>>,
    stems: HashMap<String, u32>,
    terms: NumberMap<Pair, u32>,
}

impl Terms {
    /// Counts the terms of a text, by index.
    ///
    /// A term is a stem or two adjacent stems, not across the end of a sentence or a stop word.
    pub(super) fn count(&mut self, text: &str) -> Vec<(u32, u32)> {
        let mut met: Vec<u32> = Vec::new();
        for sentence in sentences(text) {
            let mut before = ALONE;
            for word in words(&fold(sentence)) {
                let Some(stem) = self.stem(word) else {
                    before = ALONE;
                    continue;
                };
                if before != ALONE && before != stem {
                    met.push(self.term((before, stem)));
                }
                met.push(self.term((stem, ALONE)));
                before = stem;
            }
        }
        met.sort_unstable();
        met.chunk_by(|a, b| a == b).map(|run| (run[0], run.len() as u32)).collect()
    }

    fn stem(&mut self, word: &str) -> Option<u32> {
        if let Some(known) = self.words.get(word) {
            return *known;
        }
        let stem = is_content(word).then(|| {
            let next = self.stems.len() as u32;
            *self.stems.entry(self.stemmer.stem(word)).or_insert(next)
        });
        self.words.insert(word.to_owned(), stem);
        stem
    }

    fn term(&mut self, pair: Pair) -> u32 {
        let next = self.terms.len() as u32;
        *self.terms.entry(pair).or_insert(next)
    }

    /// Returns the position of each term in alphabetical order.
    ///
    /// A space sorts before all characters of stems, so terms are sorted by their first stem, then by their second,
    /// with single stems first.
    pub(super) fn places(&self) -> Vec<u32> {
        let mut stems: Vec<(&str, u32)> = self.stems.iter().map(|(stem, number)| (stem.as_str(), *number)).collect();
        stems.sort_unstable();
        let mut rank = vec![0_u32; stems.len()];
        (1..).zip(stems).for_each(|(place, (_, number))| rank[number as usize] = place);
        let second = |stem: u32| rank.get(stem as usize).copied().unwrap_or(0);
        let mut ordered: Vec<(u32, u32, u32)> =
            self.terms.iter().map(|((a, b), number)| (rank[*a as usize], second(*b), *number)).collect();
        ordered.sort_unstable();
        let mut places = vec![0; ordered.len()];
        (0..).zip(ordered).for_each(|(place, (_, _, number))| places[number as usize] = place);
        places
    }
}
