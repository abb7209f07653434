//! Multinomial naive Bayes over word stems.
//!
//! Source: McCallum & Nigam (1998), "A comparison of event models for naive Bayes text
//! classification", equations 5 to 7, with Laplace smoothing.

use std::collections::{BTreeMap, HashMap};

use super::super::output::Intent;

/// Folds of the cross-validation.
const FOLDS: usize = 5;
/// Minimum number of correct answers in cross-validation for a reliable precision.
const LEAST_ANSWERS: usize = 20;

/// A fitted model.
#[derive(Debug, Default)]
pub(crate) struct NaiveBayes {
    classes: Vec<Class>,
    vocabulary: HashMap<String, usize>,
}

#[derive(Debug)]
struct Class {
    intent: Intent,
    documents: f64,
    words: HashMap<usize, f64>,
    total: f64,
}

impl NaiveBayes {
    /// Fits the model to word lists with their intent.
    pub(crate) fn fit<'a>(documents: impl Iterator<Item = &'a (Vec<String>, Intent)>) -> Self {
        let mut model = Self::default();
        let mut classes: BTreeMap<Intent, Class> = BTreeMap::new();
        for (words, intent) in documents {
            let class = classes.entry(*intent).or_insert_with(|| Class {
                intent: *intent,
                documents: 0.0,
                words: HashMap::new(),
                total: 0.0,
            });
            class.documents += 1.0;
            for word in words {
                let next = model.vocabulary.len();
                let id = *model.vocabulary.entry(word.clone()).or_insert(next);
                *class.words.entry(id).or_default() += 1.0;
                class.total += 1.0;
            }
        }
        model.classes = classes.into_values().collect();
        model
    }

    /// Returns the most probable intent and its probability; `None` if no word is known.
    pub(crate) fn classify(&self, words: &[String]) -> Option<(Intent, f64)> {
        let known: Vec<usize> = words.iter().filter_map(|word| self.vocabulary.get(word).copied()).collect();
        if known.is_empty() || self.classes.len() < 2 {
            return None;
        }
        let size = self.vocabulary.len() as f64;
        let scores: Vec<f64> = self
            .classes
            .iter()
            .map(|class| {
                known.iter().fold(class.documents.ln(), |score, id| {
                    let count = class.words.get(id).copied().unwrap_or(0.0);
                    score + ((count + 1.0) / (class.total + size)).ln()
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
pub(crate) fn cross_validated_precision(labelled: &[(Vec<String>, Intent)], threshold: f64) -> Option<f64> {
    let (mut answers, mut right) = (0_usize, 0_usize);
    for fold in 0..FOLDS {
        let seen = labelled.iter().enumerate().filter(|(at, _)| at % FOLDS != fold);
        let model = NaiveBayes::fit(seen.map(|(_, document)| document));
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
