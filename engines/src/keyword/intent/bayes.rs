//! Multinomial naive Bayes over word stems.
//!
//! Source: McCallum & Nigam (1998), "A comparison of event models for naive Bayes text
//! classification", equations 5 to 7, with Laplace smoothing.

use std::collections::BTreeMap;

use super::super::output::Intent;

/// Folds of the cross-validation.
const FOLDS: usize = 5;
/// Minimum number of correct answers in cross-validation for a reliable precision.
const LEAST_ANSWERS: usize = 20;

/// The words of a query as numbers below the size of the vocabulary, and its intent.
pub(crate) type Document = (Vec<u32>, Intent);

/// A fitted model.
#[derive(Debug, Default)]
pub(crate) struct NaiveBayes {
    classes: Vec<Class>,
    /// Whether each word is in a document.
    is_known: Vec<bool>,
    /// Number of such words.
    known: f64,
}

#[derive(Debug)]
struct Class {
    intent: Intent,
    documents: f64,
    /// Occurrences of each word.
    words: Vec<f64>,
    total: f64,
}

impl NaiveBayes {
    /// Fits the model to documents over a vocabulary of `size` words.
    pub(crate) fn fit<'a>(documents: impl Iterator<Item = &'a Document>, size: usize) -> Self {
        let mut is_known = vec![false; size];
        let mut classes: BTreeMap<Intent, Class> = BTreeMap::new();
        for (words, intent) in documents {
            let new = || Class { intent: *intent, documents: 0.0, words: vec![0.0; size], total: 0.0 };
            let class = classes.entry(*intent).or_insert_with(new);
            class.documents += 1.0;
            class.total += words.len() as f64;
            for word in words {
                class.words[*word as usize] += 1.0;
                is_known[*word as usize] = true;
            }
        }
        let known = is_known.iter().filter(|is_known| **is_known).count() as f64;
        Self { classes: classes.into_values().collect(), is_known, known }
    }

    /// Returns the most probable intent and its probability; `None` if no word is known.
    pub(crate) fn classify(&self, words: &[u32]) -> Option<(Intent, f64)> {
        let known: Vec<usize> = words.iter().map(|word| *word as usize).filter(|word| self.is_known[*word]).collect();
        if known.is_empty() || self.classes.len() < 2 {
            return None;
        }
        let scores: Vec<f64> = self
            .classes
            .iter()
            .map(|class| {
                known.iter().fold(class.documents.ln(), |score, word| {
                    score + ((class.words[*word] + 1.0) / (class.total + self.known)).ln()
                })
            })
            .collect();
        let top = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let sum: f64 = scores.iter().map(|score| (score - top).exp()).sum();
        let best = scores.iter().position(|score| *score == top)?;
        Some((self.classes[best].intent, 1.0 / sum))
    }
}

/// Precision among the answers at or above the threshold, each from a model that did not see the
/// query; `None` if there are too few answers.
pub(crate) fn cross_validated_precision(labelled: &[Document], size: usize, threshold: f64) -> Option<f64> {
    let (mut answers, mut right) = (0_usize, 0_usize);
    for fold in 0..FOLDS {
        let seen = labelled.iter().enumerate().filter(|(at, _)| at % FOLDS != fold);
        let model = NaiveBayes::fit(seen.map(|(_, document)| document), size);
        for (words, intent) in labelled.iter().skip(fold).step_by(FOLDS) {
            if let Some((guess, probability)) = model.classify(words)
                && probability >= threshold
            {
                answers += 1;
                right += usize::from(guess == *intent);
            }
        }
    }
    (answers >= LEAST_ANSWERS).then(|| right as f64 / answers as f64)
}
