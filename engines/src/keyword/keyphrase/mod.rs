//! Key phrases of a text.
//!
//! Candidates are runs of words between function words, verbs, adverbs and punctuation: the noun phrases that a
//! part-of-speech tagger would find, found by lists. The score depends on the frequency of its words, the length of the
//! phrases around them, its own frequency and its first position.
//!
//! Sources: Rose et al. (2010), "Automatic keyword extraction from individual documents" (RAKE): runs between stop
//! words, degree of words; El-Beltagy & Rafea (2009), "KP-Miner": weight of early positions; Mihalcea & Tarau (2004),
//! "TextRank": noun phrases as candidates.

mod lexicon;
mod phrase;

use std::collections::HashMap;

use phrase::{Phrase, Word, candidates};

use crate::common::EngineError;
use crate::text::Stemmer;

/// Maximum length of the text that is read, in bytes.
const MOST_BYTES: usize = 20_000_000;
/// Factor of the score of single words, which are seldom key phrases.
const SINGLE: f64 = 0.5;
/// Factor for a single word that is an acronym or name (`SVM`, `LaTeX`).
const CAPITAL: f64 = 1.5;
/// Weight of the degree of a word.
const DEGREE: f64 = 0.5;

/// Returns the `top` key phrases of a text, best first, in the form of their first occurrence.
///
/// # Errors
/// Returns [`EngineError::TooLarge`] for a text beyond 20 MB, [`EngineError::InvalidParameter`] for `top` 0.
pub fn keyphrases(text: &str, top: usize) -> Result<Vec<String>, EngineError> {
    if text.len() > MOST_BYTES {
        return Err(EngineError::TooLarge { what: "bytes of text", got: text.len(), limit: MOST_BYTES });
    }
    if top == 0 {
        return Err(EngineError::InvalidParameter { field: "top", problem: "must be at least 1".to_owned() });
    }
    let stemmer = Stemmer::default();
    let runs = candidates(text, &stemmer);
    let weights: HashMap<String, f64> =
        word_weights(&runs).into_iter().map(|(stem, weight)| (stem.to_owned(), weight)).collect();
    let mut phrases: Vec<(f64, Phrase)> =
        distinct(runs).into_iter().map(|phrase| (score(&phrase, &weights), phrase)).collect();
    phrases.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.first.cmp(&b.1.first)));
    Ok(phrases.into_iter().take(top).map(|(_, phrase)| phrase.text()).collect())
}

/// sqrt(ln(1 + tf)) x (1 + 0.5 ln(1 + degree)) of each stem; degree: adjacent words in candidates.
fn word_weights(runs: &[Vec<Word>]) -> HashMap<&str, f64> {
    let mut counts: HashMap<&str, (f64, f64)> = HashMap::new();
    for run in runs {
        for word in run {
            let count = counts.entry(&word.stem).or_default();
            count.0 += 1.0;
            count.1 += (run.len() - 1) as f64;
        }
    }
    let weight = |(tf, degree): (f64, f64)| tf.ln_1p().sqrt() * (1.0 + DEGREE * degree.ln_1p());
    counts.into_iter().map(|(stem, count)| (stem, weight(count))).collect()
}

/// Merges candidates with the same stems, in order of first occurrence.
fn distinct(runs: Vec<Vec<Word>>) -> Vec<Phrase> {
    let mut at: HashMap<String, usize> = HashMap::new();
    let mut phrases: Vec<Phrase> = Vec::new();
    for run in runs {
        let key = run.iter().map(|word| word.stem.as_str()).collect::<Vec<_>>().join(" ");
        let next = phrases.len();
        let index = *at.entry(key).or_insert(next);
        if index == next {
            phrases.push(Phrase { first: run[0].place, times: 0.0, words: run });
        }
        phrases[index].times += 1.0;
    }
    phrases
}

/// Sum of word weights x (1 + ln frequency) / ln(2 + first position).
fn score(phrase: &Phrase, weights: &HashMap<String, f64>) -> f64 {
    let mut sum: f64 = phrase.words.iter().map(|word| weights.get(word.stem.as_str()).copied().unwrap_or(0.0)).sum();
    if let [single] = &phrase.words[..] {
        sum *= if single.is_capital { SINGLE * CAPITAL } else { SINGLE };
    }
    sum * (1.0 + phrase.times.ln()) / (2.0 + phrase.first as f64).ln()
}
