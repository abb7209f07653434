//! Words that mean something similar.

use std::cmp::Reverse;

use super::vector::{Bag, Matrix};
use crate::common::{Control, EngineError, checkpoint};
use crate::text::{VECTOR_SIZE, word_vector};

/// Maximum number of similar words of a word.
const NEAREST: usize = 10;
/// Minimum cosine of similar words.
const LEAST: f32 = 0.5;
/// Weight of all similar words of a word together, relative to the word.
const SHARE: f32 = 0.5;
/// Maximum number of words to compare each word with, the most common ones.
const MOST_COMPARED: usize = 5_000;
/// Number of words between checks for cancellation.
const STEP: usize = 100;

/// Adds to the words of each row the words whose vectors are similar; rows have length 1.
///
/// Source: Wong, Ziarko & Wong (1985), "Generalized vector space model in information retrieval".
///
/// # Errors
/// Returns [`EngineError::Cancelled`].
pub(super) fn widen(weighted: &Matrix, bags: &Bag, control: &dyn Control) -> Result<Matrix, EngineError> {
    let similar = similar(bags, control)?;
    let mut rows = Vec::with_capacity(weighted.rows.len());
    for row in &weighted.rows {
        let mut parts = row.clone();
        for (feature, weight) in row {
            parts.extend(similar[*feature as usize].iter().map(|(other, share)| (*other, SHARE * weight * share)));
        }
        rows.push(joined(parts));
    }
    Ok(Matrix { rows, features: weighted.features })
}

/// Sums the weights of equal features; scales to length 1.
fn joined(mut parts: Vec<(u32, f32)>) -> Vec<(u32, f32)> {
    parts.sort_by_key(|(feature, _)| *feature);
    let mut row: Vec<(u32, f32)> =
        parts.chunk_by(|a, b| a.0 == b.0).map(|run| (run[0].0, run.iter().map(|(_, weight)| weight).sum())).collect();
    let length = row.iter().map(|(_, weight)| weight * weight).sum::<f32>().sqrt().max(f32::MIN_POSITIVE);
    row.iter_mut().for_each(|(_, weight)| *weight /= length);
    row
}

/// Returns for each feature similar ones with their share, at most 1 together.
fn similar(bags: &Bag, control: &dyn Control) -> Result<Vec<Vec<(u32, f32)>>, EngineError> {
    let vectors: Vec<Option<[f32; VECTOR_SIZE]>> = bags.names.iter().map(|stem| word_vector(stem)).collect();
    let mut holders = vec![0_u32; bags.counts.features];
    bags.counts.rows.iter().flatten().for_each(|(feature, _)| holders[*feature as usize] += 1);
    let mut common: Vec<u32> = (0..bags.counts.features as u32).filter(|at| vectors[*at as usize].is_some()).collect();
    common.sort_by_key(|at| (Reverse(holders[*at as usize]), *at));
    common.truncate(MOST_COMPARED);
    let mut similar = Vec::with_capacity(vectors.len());
    for (at, vector) in vectors.iter().enumerate() {
        if at % STEP == 0 {
            checkpoint(control)?;
        }
        similar.push(vector.as_ref().map_or_else(Vec::new, |vector| nearest(at as u32, vector, &common, &vectors)));
    }
    Ok(similar)
}

fn nearest(
    at: u32, vector: &[f32; VECTOR_SIZE], common: &[u32], vectors: &[Option<[f32; VECTOR_SIZE]>],
) -> Vec<(u32, f32)> {
    let cosine = |other: u32| vectors[other as usize].as_ref().map_or(0.0, |theirs| cosine(vector, theirs));
    let mut found: Vec<(u32, f32)> = common
        .iter()
        .filter(|other| **other != at)
        .map(|other| (*other, cosine(*other)))
        .filter(|(_, cosine)| *cosine > LEAST)
        .collect();
    found.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    found.truncate(NEAREST);
    let total = found.iter().map(|(_, cosine)| cosine).sum::<f32>().max(1.0);
    found.into_iter().map(|(other, cosine)| (other, cosine / total)).collect()
}

/// Product of two vectors of length 1, in eight sums, so that the compiler can use vector instructions.
fn cosine(a: &[f32; VECTOR_SIZE], b: &[f32; VECTOR_SIZE]) -> f32 {
    let mut sums = [0.0_f32; 8];
    for (part, other) in a.chunks_exact(8).zip(b.chunks_exact(8)) {
        sums.iter_mut().zip(part).zip(other).for_each(|((sum, x), y)| *sum += x * y);
    }
    sums.iter().sum()
}
