//! Cosines of stems and letter runs.

use std::collections::BTreeMap;

use super::sentence::Sentence;

/// Cosine of the weighted stems, 0 to 1.
pub(super) fn stems(a: &Sentence, b: &Sentence) -> f64 {
    cosine(&stem_weights(a), &stem_weights(b))
}

fn stem_weights(sentence: &Sentence) -> BTreeMap<&str, f64> {
    let mut weights = BTreeMap::new();
    for word in &sentence.words {
        *weights.entry(word.stem.as_str()).or_insert(0.0) += word.weight;
    }
    weights
}

/// Cosine of the counts of 3-letter runs, 0 to 1.
pub(super) fn letters(a: &Sentence, b: &Sentence) -> f64 {
    cosine(&runs(a), &runs(b))
}

fn runs(sentence: &Sentence) -> BTreeMap<&[char], f64> {
    let mut counts = BTreeMap::new();
    for run in sentence.letters.windows(3) {
        *counts.entry(run).or_insert(0.0) += 1.0;
    }
    counts
}

fn cosine<K: Ord>(a: &BTreeMap<K, f64>, b: &BTreeMap<K, f64>) -> f64 {
    let dot: f64 = a.iter().filter_map(|(key, x)| Some(x * b.get(key)?)).sum();
    let square = |side: &BTreeMap<K, f64>| side.values().map(|x| x * x).sum::<f64>();
    let length = (square(a) * square(b)).sqrt();
    if length > 0.0 { dot / length } else { 0.0 }
}
