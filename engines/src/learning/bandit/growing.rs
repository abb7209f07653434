//! Incremental matrix inverse.

use crate::stat::dot;

/// The inverse of a covariance matrix with noise on its diagonal.
#[derive(Debug, Clone, Default)]
pub(super) struct GrowingInverse {
    rows: Vec<Vec<f64>>,
}

impl GrowingInverse {
    /// Multiplies the inverse by a vector.
    pub(super) fn times(&self, vector: &[f64]) -> Vec<f64> {
        self.rows.iter().map(|row| dot(row, vector)).collect()
    }

    /// Adds a row, given its weights ([`Self::times`] of its covariances) and its residual variance.
    ///
    /// Source: the bordering method (Golub & Van Loan 2013, section 2.1.4).
    pub(super) fn grow(&mut self, weights: &[f64], left: f64) {
        let scale = 1.0 / left.max(1e-12);
        for (row, weight) in self.rows.iter_mut().zip(weights) {
            let factor = weight * scale;
            row.iter_mut().zip(weights).for_each(|(entry, other)| *entry += factor * other);
            row.push(-factor);
        }
        let mut last: Vec<f64> = weights.iter().map(|weight| -weight * scale).collect();
        last.push(scale);
        self.rows.push(last);
    }
}
