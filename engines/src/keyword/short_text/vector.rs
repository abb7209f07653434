//! Texts as bags of words.

use std::collections::HashMap;

use crate::text::{Stemmer, fold, is_stopword, words};

/// A sparse matrix by rows: (feature, value), features ascending.
#[derive(Debug, Clone, Default)]
pub(super) struct Matrix {
    pub(super) rows: Vec<Vec<(u32, f32)>>,
    pub(super) features: usize,
}

/// Texts as stems and as counts.
#[derive(Debug, Default)]
pub(super) struct Bag {
    /// Stems of words that are not stop words; all words if none is left.
    pub(super) stems: Vec<Vec<String>>,
    /// Counts of stems in at least two texts (in all texts, if there are none).
    pub(super) counts: Matrix,
    /// The stem of each feature of the counts.
    pub(super) names: Vec<String>,
}

/// Converts texts to bags of words.
pub(super) fn read(texts: &[&str]) -> Bag {
    let stemmer = Stemmer::default();
    let stems: Vec<Vec<String>> = texts.iter().map(|text| stems_of(text, &stemmer)).collect();
    let (mut counts, mut names) = count(&stems, 2);
    if counts.features == 0 {
        (counts, names) = count(&stems, 1);
    }
    Bag { stems, counts, names }
}

fn stems_of(text: &str, stemmer: &Stemmer) -> Vec<String> {
    let folded = fold(text);
    let stems: Vec<String> = words(&folded).filter(|word| !is_stopword(word)).map(|word| stemmer.stem(word)).collect();
    if stems.is_empty() { words(&folded).map(str::to_owned).collect() } else { stems }
}

/// Returns counts of stems in at least so many texts, and the stems.
fn count(stems: &[Vec<String>], least_texts: u32) -> (Matrix, Vec<String>) {
    let mut holders: HashMap<&str, u32> = HashMap::new();
    for text in stems {
        let mut distinct: Vec<&str> = text.iter().map(String::as_str).collect();
        distinct.sort_unstable();
        distinct.dedup();
        distinct.into_iter().for_each(|stem| *holders.entry(stem).or_default() += 1);
    }
    let mut ids: HashMap<&str, u32> = HashMap::new();
    let mut names: Vec<String> = Vec::new();
    let mut rows = Vec::with_capacity(stems.len());
    for text in stems {
        let mut features: Vec<u32> = Vec::new();
        for stem in text.iter().filter(|stem| holders.get(stem.as_str()).is_some_and(|n| *n >= least_texts)) {
            let next = ids.len() as u32;
            features.push(*ids.entry(stem).or_insert_with(|| {
                names.push(stem.clone());
                next
            }));
        }
        features.sort_unstable();
        rows.push(features.chunk_by(|a, b| a == b).map(|run| (run[0], run.len() as f32)).collect());
    }
    (Matrix { rows, features: ids.len() }, names)
}

impl Matrix {
    /// Returns TF-IDF rows of length 1: (1 + ln tf) x (ln((1 + n) / (1 + df)) + 1).
    ///
    /// Source: Salton & Buckley (1988), with the smoothed idf of scikit-learn's `TfidfTransformer`.
    pub(super) fn weighted(&self) -> Self {
        let mut holders = vec![0_u32; self.features];
        self.rows.iter().flatten().for_each(|(feature, _)| holders[*feature as usize] += 1);
        let total = self.rows.len() as f32;
        let rarity = |feature: u32| ((1.0 + total) / (1.0 + holders[feature as usize] as f32)).ln() + 1.0;
        let weigh = |row: &Vec<(u32, f32)>| {
            let weights: Vec<(u32, f32)> =
                row.iter().map(|(feature, count)| (*feature, (1.0 + count.ln()) * rarity(*feature))).collect();
            let length = weights.iter().map(|(_, w)| w * w).sum::<f32>().sqrt().max(f32::MIN_POSITIVE);
            weights.into_iter().map(|(feature, weight)| (feature, weight / length)).collect()
        };
        Self { rows: self.rows.iter().map(weigh).collect(), features: self.features }
    }
}
