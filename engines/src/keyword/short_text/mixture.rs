//! Mixture of multinomial word distributions.

use super::vector::Matrix;
use crate::common::{Control, EngineError, checkpoint};

/// Maximum number of iterations.
const ROUNDS: usize = 40;
/// Change of a membership below which the mixture has converged.
const SETTLED: f32 = 1e-3;

/// Initial groups of a mixture.
#[derive(Debug, Clone, Copy)]
pub(super) struct Start<'a> {
    pub(super) groups: &'a [u32],
    pub(super) count: usize,
}

/// Returns the most likely group of each text under a multinomial mixture fitted by EM.
///
/// `smoothing` is added to the weight of every word in every group (Dirichlet prior); `sharpness`
/// weights the likelihood of the words relative to the size of the groups (the inverse temperature
/// of annealed EM; 1 is plain EM). Rows may be counts or weights.
///
/// Sources: Nigam et al. (2000), equations 4 to 7; Ueda & Nakano (1998), equation 15.
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
        if expect(matrix, &sizes, &words, sharpness, &mut members) < SETTLED {
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

/// Updates memberships; returns the largest change.
fn expect(matrix: &Matrix, sizes: &[f32], words: &[f32], sharpness: f32, members: &mut [f32]) -> f32 {
    let count = sizes.len();
    let mut change = 0.0_f32;
    let mut scores = vec![0.0_f32; count];
    for (row, membership) in matrix.rows.iter().zip(members.chunks_mut(count)) {
        scores.copy_from_slice(sizes);
        for (feature, weight) in row {
            let shares = &words[*feature as usize * count..][..count];
            let weight = weight * sharpness;
            scores.iter_mut().zip(shares).for_each(|(score, share)| *score += weight * share);
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

fn likeliest(membership: &[f32]) -> u32 {
    let mut best = 0;
    for (group, part) in membership.iter().enumerate() {
        if *part > membership[best] {
            best = group;
        }
    }
    best as u32
}
