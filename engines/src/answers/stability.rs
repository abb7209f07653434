//! Stability of the answers to a prompt.

use std::collections::BTreeSet;

/// Returns the mean share of domains that two answers have in common (Jaccard index over all pairs), from 0 to 1. Pairs
/// that cite nothing are left out; `None` without a pair.
#[must_use]
pub fn overlap(answers: &[BTreeSet<&str>]) -> Option<f64> {
    let (mut sum, mut pairs) = (0.0, 0_u32);
    for (index, one) in answers.iter().enumerate() {
        for other in &answers[index + 1..] {
            let all = one.union(other).count();
            if all > 0 {
                sum += one.intersection(other).count() as f64 / all as f64;
                pairs += 1;
            }
        }
    }
    (pairs > 0).then(|| sum / f64::from(pairs))
}
