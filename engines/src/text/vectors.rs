//! Vectors of English words.

use std::sync::LazyLock;

/// Number of values of a vector.
pub const VECTOR_SIZE: usize = 48;
/// Bytes of a vector: two values each.
const BYTES: usize = VECTOR_SIZE / 2;
/// The half byte that means 0.
const ZERO: f32 = 8.0;

/// Stems, one a line, sorted, and their vectors in the same order; see `data/PROVENANCE.md`.
static STEMS: &str = include_str!("../../data/vector_stems_en.txt");
static VECTORS: &[u8] = include_bytes!("../../data/vectors_en.bin");
static LINES: LazyLock<Vec<&'static str>> = LazyLock::new(|| STEMS.lines().collect());

/// Returns the vector of the words with a stem of [`super::Stemmer`], of length 1; `None` for an unlisted stem.
///
/// The cosine of two vectors is high for words that occur in similar contexts: synonyms and words of one topic, but
/// also opposites.
///
/// Source: Pennington, Socher & Manning (2014), "GloVe: global vectors for word representation".
pub fn word_vector(stem: &str) -> Option<[f32; VECTOR_SIZE]> {
    let row = LINES.binary_search(&stem).ok()?;
    let codes = VECTORS.get(row * BYTES..(row + 1) * BYTES)?;
    let mut vector = [0.0; VECTOR_SIZE];
    for (pair, code) in vector.chunks_exact_mut(2).zip(codes) {
        pair[0] = f32::from(code >> 4) - ZERO;
        pair[1] = f32::from(code & 15) - ZERO;
    }
    let length = vector.iter().map(|value| value * value).sum::<f32>().sqrt().max(f32::MIN_POSITIVE);
    Some(vector.map(|value| value / length))
}
