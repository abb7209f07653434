//! Mixture of multinomial word distributions, and of directions of sentence vectors.

use super::vector::Matrix;
use crate::common::{Control, EngineError, checkpoint};

/// Maximum number of iterations.
const ROUNDS: usize = 40;
/// Change of a membership below which the mixture has converged.
const SETTLED: f32 = 1e-3;
/// Concentration of the directions of a group. Chosen among 5 to 160; it is lower than the most likely one, because the
/// dimensions of sentence vectors depend on each other.
const CONCENTRATION: f32 = 80.0;

/// Initial groups of a mixture.
#[derive(Debug, Clone, Copy)]
pub(super) struct Start<'a> {
    pub(super) groups: &'a [u32],
    pub(super) count: usize,
    /// Sentence vectors of length 1, a second view of the texts.
    pub(super) vectors: Option<&'a [Vec<f32>]>,
}

/// Parameters of the groups.
struct Fitted {
    /// Logarithms of the sizes of the groups.
    sizes: Vec<f32>,
    /// Logarithms of word probabilities by [feature][group].
    words: Vec<f32>,
    /// Mean direction of each group times the concentration; empty without vectors.
    directions: Vec<Vec<f32>>,
}

/// Returns the most likely group of each text under a multinomial mixture fitted by EM.
///
/// `smoothing` is added to the weight of every word in every group (Dirichlet prior); `sharpness`
/// weights the likelihood of the words relative to the size of the groups (the inverse temperature
/// of annealed EM; 1 is plain EM). Rows may be counts or weights. Vectors follow a von Mises-Fisher distribution in each
/// group, independent of the words.
///
/// Sources: Nigam et al. (2000), equations 4 to 7; Ueda & Nakano (1998), equation 15; Banerjee, Dhillon, Ghosh & Sra
/// (2005), "Clustering on the unit hypersphere using von Mises-Fisher distributions", JMLR 6, section 4.
///
/// # Errors
/// Returns [`EngineError::Cancelled`].
pub(super) fn mixture(
    matrix: &Matrix, start: Start<'_>, (smoothing, sharpness): (f32, f32), control: &dyn Control,
) -> Result<Vec<u32>, EngineError> {
    let count = start.count;
    let mut members: Vec<f32> = vec![0.0; matrix.rows.len() * count];
    for (row, group) in start.groups.iter().enumerate() {
        members[row * count + *group as usize] = 1.0;
    }
    for _ in 0..ROUNDS {
        checkpoint(control)?;
        let (sizes, words) = maximise(matrix, &members, count, smoothing);
        let directions = start.vectors.map_or_else(Vec::new, |vectors| directions(vectors, &members, count));
        let fitted = Fitted { sizes, words, directions };
        if expect(matrix, start.vectors, &fitted, sharpness, &mut members) < SETTLED {
            break;
        }
    }
    Ok(members.chunks(count).map(likeliest).collect())
}

/// Returns logarithms of group sizes, and of word probabilities by [feature][group].
fn maximise(matrix: &Matrix, members: &[f32], count: usize, smoothing: f32) -> (Vec<f32>, Vec<f32>) {
    let mut sizes = vec![1.0_f64; count];
    let mut words = vec![smoothing; matrix.features * count];
    for (row, membership) in matrix.rows.iter().zip(members.chunks(count)) {
        sizes.iter_mut().zip(membership).for_each(|(size, part)| *size += f64::from(*part));
        for (feature, weight) in row {
            let shares = &mut words[*feature as usize * count..][..count];
            shares.iter_mut().zip(membership).for_each(|(share, part)| *share += weight * part);
        }
    }
    let mut totals = vec![0.0_f64; count];
    for shares in words.chunks(count) {
        totals.iter_mut().zip(shares).for_each(|(total, share)| *total += f64::from(*share));
    }
    let logs: Vec<f32> = totals.iter().map(|total| total.ln() as f32).collect();
    for shares in words.chunks_mut(count) {
        shares.iter_mut().zip(&logs).for_each(|(share, log)| *share = share.ln() - log);
    }
    let all: f64 = sizes.iter().sum();
    (sizes.into_iter().map(|size| (size / all).ln() as f32).collect(), words)
}

/// Returns the mean direction of each group, times the concentration.
fn directions(vectors: &[Vec<f32>], members: &[f32], count: usize) -> Vec<Vec<f32>> {
    let mut sums = vec![vec![0.0_f32; vectors.first().map_or(0, Vec::len)]; count];
    for (vector, membership) in vectors.iter().zip(members.chunks(count)) {
        for (sum, part) in sums.iter_mut().zip(membership).filter(|(_, part)| **part > 0.0) {
            sum.iter_mut().zip(vector).for_each(|(total, value)| *total += part * value);
        }
    }
    for sum in &mut sums {
        let length = sum.iter().map(|value| value * value).sum::<f32>().sqrt().max(f32::MIN_POSITIVE);
        sum.iter_mut().for_each(|value| *value *= CONCENTRATION / length);
    }
    sums
}

/// Updates memberships; returns the largest change.
fn expect(matrix: &Matrix, vectors: Option<&[Vec<f32>]>, fitted: &Fitted, sharpness: f32, members: &mut [f32]) -> f32 {
    let count = fitted.sizes.len();
    let mut change = 0.0_f32;
    let mut scores = vec![0.0_f32; count];
    for (at, (row, membership)) in matrix.rows.iter().zip(members.chunks_mut(count)).enumerate() {
        scores.copy_from_slice(&fitted.sizes);
        for (feature, weight) in row {
            let shares = &fitted.words[*feature as usize * count..][..count];
            let weight = weight * sharpness;
            scores.iter_mut().zip(shares).for_each(|(score, share)| *score += weight * share);
        }
        if let Some(vectors) = vectors {
            let likeness = fitted.directions.iter().map(|direction| product(direction, &vectors[at]));
            scores.iter_mut().zip(likeness).for_each(|(score, likeness)| *score += likeness);
        }
        let top = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        scores.iter_mut().for_each(|score| *score = (*score - top).exp());
        let sum: f32 = scores.iter().sum();
        for (part, score) in membership.iter_mut().zip(&scores) {
            let new = score / sum;
            change = change.max((new - *part).abs());
            *part = new;
        }
    }
    change
}

/// Product of two vectors, in eight sums, so that the compiler can use vector instructions.
fn product(a: &[f32], b: &[f32]) -> f32 {
    let (parts, others) = (a.chunks_exact(8), b.chunks_exact(8));
    let rest: f32 = parts.remainder().iter().zip(others.remainder()).map(|(x, y)| x * y).sum();
    let mut sums = [0.0_f32; 8];
    for (part, other) in parts.zip(others) {
        sums.iter_mut().zip(part).zip(other).for_each(|((sum, x), y)| *sum += x * y);
    }
    sums.iter().sum::<f32>() + rest
}

fn likeliest(membership: &[f32]) -> u32 {
    let mut best = 0;
    for (group, part) in membership.iter().enumerate() {
        if *part > membership[best] {
            best = group;
        }
    }
    best as u32
}
