//! Semantic similarity of sentences.
//!
//! Without a model: each word is aligned with its best partner in the other sentence; the result
//! combines the aligned share of the weight with the similarity of stems and letter runs. With a model:
//! the cosine of sentence vectors combined with the same alignment.
//!
//! Sources: Sultan, Bethard & Sumner (2014), "DLS@CU: Sentence similarity from word alignment", SemEval,
//! equation (1); Arora, Liang & Ma (2017) for the weights; Reimers & Gurevych (2019), "Sentence-BERT",
//! for the vectors. Nothing is learned from scored pairs.

mod align;
mod grams;
mod sentence;

use std::collections::HashMap;

use sentence::Sentence;

use crate::common::{Control, EngineError, checkpoint};
use crate::embedding::SentenceModel;

/// Maximum number of pairs of sentences in memory.
const BATCH: usize = 4_096;
/// Weight of the word alignment relative to the cosine of a model.
const ALIGNED_SHARE: f64 = 0.3;
/// Maximum length of a text, in characters.
pub const MAX_TEXT_CHARACTERS: usize = 100_000;

/// How similar two texts are in meaning by their words, 0 (nothing in common) to 1 (the same words).
///
/// Symmetric; 0 if either has no words. Synonyms are English only; other languages are compared by words and letters.
pub fn lexical_similarity(a: &str, b: &str) -> f64 {
    between(&Sentence::read(a), &Sentence::read(b))
}

fn between(a: &Sentence, b: &Sentence) -> f64 {
    if a.words.is_empty() || b.words.is_empty() {
        return 0.0;
    }
    let aligned = align::aligned(a, b);
    let mixed = (2.0 * aligned + 0.5 * grams::stems(a, b) + 0.5 * grams::letters(a, b)) / 3.0;
    mixed.clamp(0.0, 1.0)
}

/// Computes the similarity of each pair, in order; see [`lexical_similarity`].
///
/// With a model: cosine of the sentence vectors (weight 0.7) and similarity of the words (0.3), -0.7 to
/// 1. `threads` compute the vectors in parallel; results do not depend on them.
///
/// # Errors
/// Returns [`EngineError::Cancelled`] if the caller cancelled.
pub fn similarities(
    pairs: &[(&str, &str)], model: Option<&SentenceModel>, threads: usize, control: &dyn Control,
) -> Result<Vec<f64>, EngineError> {
    let mut scores = Vec::with_capacity(pairs.len());
    for batch in pairs.chunks(BATCH) {
        checkpoint(control)?;
        let done = 100.0 * scores.len() as f64 / pairs.len() as f64;
        control.progress(done, "compare", "Comparing the sentences");
        let words = batch.iter().map(|(a, b)| lexical_similarity(a, b));
        match model {
            None => scores.extend(words),
            Some(model) => {
                let cosines = cosines(batch, model, threads, control)?;
                let mix = |(cosine, words): (f64, f64)| cosine + ALIGNED_SHARE * (words - cosine);
                scores.extend(cosines.into_iter().zip(words).map(mix));
            }
        }
    }
    Ok(scores)
}

fn cosines(
    pairs: &[(&str, &str)], model: &SentenceModel, threads: usize, control: &dyn Control,
) -> Result<Vec<f64>, EngineError> {
    let mut places: HashMap<&str, usize> = HashMap::new();
    let mut distinct: Vec<&str> = Vec::new();
    for text in pairs.iter().flat_map(|(a, b)| [*a, *b]) {
        places.entry(text).or_insert_with(|| {
            distinct.push(text);
            distinct.len() - 1
        });
    }
    let vectors = model.embed(&distinct, threads, control)?;
    let dot = |(a, b): &(&str, &str)| {
        let (a, b) = (&vectors[places[a]], &vectors[places[b]]);
        a.iter().zip(b).map(|(x, y)| f64::from(*x) * f64::from(*y)).sum::<f64>().clamp(-1.0, 1.0)
    };
    Ok(pairs.iter().map(dot).collect())
}
