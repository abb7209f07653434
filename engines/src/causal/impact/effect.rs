//! Size and shape of the effect under one model.

use crate::stat::SelectedCholesky;

/// Number of columns of the effect: its average and its linear change.
pub(super) const SHAPES: usize = 2;

/// The effect under one model: its average over the measured steps and its linear change over them.
#[derive(Debug, Clone)]
pub(super) struct Effect {
    /// Coefficients of the columns.
    pub(super) shares: [f64; SHAPES],
    /// Lower factor of their precision, by rows.
    factor: [f64; 3],
    /// Squared scale of the noise.
    noise: f64,
}

impl Effect {
    /// Reads a constant effect, or one that also changes, from the factor of normal equations and its solution `half`
    /// before the backward step; the columns of the effect follow `columns` others.
    pub(super) fn new(factor: &SelectedCholesky, half: &[f64], columns: usize, changes: bool, noise: f64) -> Self {
        let (step, ramp) = (columns, columns + 1);
        let first = factor.at(step, step);
        if !changes {
            return Self { shares: [half[step] / first, 0.0], factor: [first, 0.0, f64::INFINITY], noise };
        }
        let (cross, second) = (factor.at(ramp, step), factor.at(ramp, ramp));
        let change = half[ramp] / second;
        Self { shares: [(half[step] - cross * change) / first, change], factor: [first, cross, second], noise }
    }

    /// The same effect with another squared scale of the noise.
    pub(super) fn with_noise(self, noise: f64) -> Self {
        Self { noise, ..self }
    }

    /// Centre and scale of a weighted sum of the two shares.
    pub(super) fn sum(&self, load: &[f64; SHAPES]) -> (f64, f64) {
        let [first, cross, second] = self.factor;
        let step = load[0] / first;
        let ramp = (load[1] - cross * step) / second;
        let centre = load[0] * self.shares[0] + load[1] * self.shares[1];
        (centre, (self.noise * (step * step + ramp * ramp)).sqrt())
    }
}
