//! What keeps an effect from being proved, however small its p-value is.

use super::super::verdict::{PROVED, is_proof, not_yet};
use super::estimate::Estimate;
use super::output::Placebos;

/// Largest rank p-value, and largest share of placebo tests with an effect, of a proof.
const CLEAN: f64 = 0.05;
/// Number of placebo tests from which the rank p-value can be as small as [`CLEAN`].
const LEAST_TESTS: usize = 19;

/// A reason to doubt an effect.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Doubt {
    /// There are no controls, so an event at the same time looks like an effect.
    NoControls,
    /// Placebo tests show effects too often, or effects as large.
    Placebos { rank_p: f64, false_share: f64 },
}

impl Doubt {
    /// Returns the first reason to doubt an effect; `None` if a small p-value proves it.
    ///
    /// If the change was planned before its outcome was known, an effect larger than those of all placebo tests is clean, even if
    /// the past is too short for enough of them.
    pub(super) fn of(found: &Estimate, placebos: Option<&Placebos>, is_planned: bool) -> Option<Self> {
        if !has_controls(found) {
            return Some(Self::NoControls);
        }
        let is_ranked = |tests: &Placebos| tests.rank_p <= CLEAN || (is_planned && is_largest(tests));
        let unclean = placebos.filter(|tests| !is_ranked(tests) || tests.false_share > CLEAN)?;
        Some(Self::Placebos { rank_p: unclean.rank_p, false_share: unclean.false_share })
    }

    /// Says what would settle the effect.
    pub(super) fn advice(self, p: f64) -> String {
        let start = if is_proof(p) { "Do not act yet.".to_owned() } else { not_yet(p) };
        match self {
            Self::NoControls => format!(
                "{start} Without controls, anything else that happened at the same time looks like an effect of the change. \
                 Measure again with unchanged pages or sites as controls, or test the change on a random half of similar pages."
            ),
            Self::Placebos { rank_p, false_share } => format!(
                "{start} Placebo tests are not clean: {:.0} % show an effect without a change, and the rank p-value of the effect \
                 is {rank_p:.2}; both must be at most {CLEAN}. Measure again with more days before the change or with controls \
                 that follow the series more closely, or test the change on a random half of similar pages.",
                100.0 * false_share
            ),
        }
    }
}

/// Whether no placebo effect is as large as the real one.
fn is_largest(tests: &Placebos) -> bool {
    let count = tests.in_time.len() + tests.in_space.len();
    tests.rank_p <= 1.0 / (count + 1) as f64
}

fn has_controls(found: &Estimate) -> bool {
    found.control_weights.iter().any(|weight| *weight > 0.0)
}

/// Number of placebo tests to run: enough for a proof where an effect could be proved and tests are `wanted`.
pub(super) fn tests(wanted: usize, found: &Estimate) -> usize {
    let could_prove = wanted > 0 && has_controls(found) && is_proof(found.p());
    if could_prove { wanted.max(LEAST_TESTS) } else { wanted }
}

/// The p-value from which the confidence of an effect that is not proved follows: not below the bar of a proof, nor below what
/// unclean placebo tests show.
pub(super) fn cautious_p(p: f64, placebos: Option<&Placebos>) -> f64 {
    let shown = placebos.map_or(0.0, |tests| tests.rank_p.max(tests.false_share));
    p.max(PROVED).max(if shown > CLEAN { shown } else { 0.0 })
}
