//! The terms of many pages, each known by a number.

use std::collections::HashMap;

use super::super::terms::is_content;
use crate::common::NumberMap;
use crate::text::{Stemmer, fold, sentences, words};

/// A term as the numbers of its stems: one, or two neighbouring ones.
type Pair = (u32, u32);

/// Stands for the second stem of a term of one.
const ALONE: u32 = u32::MAX;

/// Numbers for words, stems and terms. They count up in the order of meeting; [`Terms::places`] orders them.
#[derive(Default)]
pub(super) struct Terms {
    stemmer: Stemmer,
    /// The stem of each word that is a term; `None` for stop words and the like.
    words: HashMap<String, Option<u32>>,
    stems: HashMap<String, u32>,
    terms: NumberMap<Pair, u32>,
}

impl Terms {
    /// The terms of a text with the times they stand in it, by number.
    ///
    /// A term is a stem or two neighbouring ones; never over the end of a sentence or a stop word.
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

    /// The place of each numbered term in the alphabetical order of terms.
    ///
    /// A space sorts before everything in a stem, so terms are in the order of their first stems, then of their second,
    /// a single stem before all.
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
