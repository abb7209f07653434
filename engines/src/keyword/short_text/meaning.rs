//! Texts as means of the vectors of their words.

use std::collections::HashMap;

use crate::common::{Control, EngineError, checkpoint};
use crate::text::{VECTOR_SIZE, word_vector};

/// Minimum share of words that have a vector; with fewer, the texts are probably not English.
const LEAST_KNOWN: f64 = 0.7;
/// Number of texts between checks for cancellation.
const STEP: usize = 1_000;

/// A word of the texts.
#[derive(Debug)]
struct Word {
    vector: Option<[f32; VECTOR_SIZE]>,
    /// Number of texts with the word.
    holders: u32,
}

/// Returns for each text the mean of the vectors of its words, weighted by TF-IDF, from which the mean of all texts is
/// subtracted, of length 1; zeros for a text without a known word. `None` if less than 70% of all words are known.
///
/// Source: Arora, Liang & Ma (2017), "A simple but tough-to-beat baseline for sentence embeddings"; the common part is
/// removed as a mean, because the first component of texts about few topics is a topic.
///
/// # Errors
/// Returns [`EngineError::Cancelled`].
pub(super) fn embed(stems: &[Vec<String>], control: &dyn Control) -> Result<Option<Vec<Vec<f32>>>, EngineError> {
    let texts: Vec<Vec<(&str, f32)>> = stems.iter().map(|text| counted(text)).collect();
    let words = words(&texts);
    let all: f64 = words.values().map(|word| f64::from(word.holders)).sum();
    let known: f64 = words.values().filter(|w| w.vector.is_some()).map(|word| f64::from(word.holders)).sum();
    if known < LEAST_KNOWN * all {
        return Ok(None);
    }
    let mut rows = Vec::with_capacity(texts.len());
    for part in texts.chunks(STEP) {
        checkpoint(control)?;
        rows.extend(part.iter().map(|text| mean(text, &words, texts.len() as f32)));
    }
    centre(&mut rows);
    Ok(Some(rows))
}

/// Different words with their counts, sorted, so that sums do not depend on the order of the words.
fn counted(text: &[String]) -> Vec<(&str, f32)> {
    let mut words: Vec<&str> = text.iter().map(String::as_str).collect();
    words.sort_unstable();
    words.chunk_by(|a, b| a == b).map(|run| (run[0], run.len() as f32)).collect()
}

fn words<'a>(texts: &[Vec<(&'a str, f32)>]) -> HashMap<&'a str, Word> {
    let mut words = HashMap::new();
    for (stem, _) in texts.iter().flatten() {
        let new = || Word { vector: word_vector(stem), holders: 0 };
        words.entry(*stem).or_insert_with(new).holders += 1;
    }
    words
}

fn mean(text: &[(&str, f32)], words: &HashMap<&str, Word>, texts: f32) -> Vec<f32> {
    let mut sum = vec![0.0; VECTOR_SIZE];
    for (stem, count) in text {
        let Some(Word { vector: Some(vector), holders }) = words.get(stem) else { continue };
        let weight = (1.0 + count.ln()) * (((1.0 + texts) / (1.0 + *holders as f32)).ln() + 1.0);
        sum.iter_mut().zip(vector).for_each(|(total, value)| *total += weight * value);
    }
    scale(&mut sum);
    sum
}

/// Subtracts the mean of all texts from each text whose vector is not zero, and scales it to length 1.
pub(super) fn centre(rows: &mut [Vec<f32>]) {
    let mut total = vec![0.0_f64; rows.first().map_or(0, Vec::len)];
    for row in rows.iter() {
        total.iter_mut().zip(row).for_each(|(sum, value)| *sum += f64::from(*value));
    }
    let common: Vec<f32> = total.into_iter().map(|sum| (sum / rows.len() as f64) as f32).collect();
    for row in rows.iter_mut().filter(|row| row.iter().any(|value| *value != 0.0)) {
        row.iter_mut().zip(&common).for_each(|(value, part)| *value -= part);
        scale(row);
    }
}

/// Scales a vector to length 1; a vector of zeros, or nearly, becomes zeros.
fn scale(vector: &mut [f32]) {
    let length = vector.iter().map(|value| value * value).sum::<f32>().sqrt();
    let factor = if length > 1e-6 { 1.0 / length } else { 0.0 };
    vector.iter_mut().for_each(|value| *value *= factor);
}
