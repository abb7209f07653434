//! Accuracy of a predicted order on held-out SERPs.

use super::Prediction;
use crate::stat::SplitMix64;

/// Splits the indices 0..count into training and held-out indices, at least one of each.
pub(super) fn split(count: usize, held_out: f64, seed: u64) -> (Vec<usize>, Vec<usize>) {
    let mut order: Vec<usize> = (0..count).collect();
    let mut random = SplitMix64::new(seed);
    for last in (1..count).rev() {
        order.swap(last, random.below(last + 1));
    }
    let aside = ((count as f64 * held_out).round() as usize).clamp(1, count.saturating_sub(1).max(1));
    let learned = order.split_off(aside.min(count));
    (learned, order)
}

/// Counts of predicted pairs.
#[derive(Debug, Default)]
pub(super) struct Tally {
    pairs: usize,
    right: f64,
    loss: f64,
    baseline_right: f64,
}

impl Tally {
    /// Adds a SERP: the scores of the model and the baseline for each result, best position first.
    pub(super) fn add(&mut self, scores: &[(f64, f64)]) {
        for (at, (upper, upper_base)) in scores.iter().enumerate() {
            for (lower, lower_base) in &scores[at + 1..] {
                self.pairs += 1;
                self.right += right(*upper, *lower);
                self.baseline_right += right(*upper_base, *lower_base);
                self.loss += (lower - upper).exp().ln_1p().min(50.0);
            }
        }
    }

    pub(super) fn prediction(&self) -> Option<Prediction> {
        let share = |sum: f64| sum / self.pairs as f64;
        (self.pairs > 0).then(|| Prediction {
            pairs: self.pairs,
            concordance: share(self.right),
            log_loss: share(self.loss),
            baseline_concordance: share(self.baseline_right),
        })
    }
}

fn right(upper: f64, lower: f64) -> f64 {
    if upper > lower {
        1.0
    } else if upper < lower {
        0.0
    } else {
        0.5
    }
}
