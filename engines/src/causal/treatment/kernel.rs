//! Kernel of the Gaussian process.

/// Prior variance of the level, in units of the variance of the outcome: large enough to be uninformative.
///
/// With a level fixed at the mean of the arm, the uncertainty of that mean would be missing (Rasmussen & Williams 2006,
/// section 2.7).
const LEVEL: f64 = 10.0;

/// Factor of the variance of the smooth part for averages.
const ROUGHER: f64 = 1.5;
/// Factor of the decay of the smooth part for averages.
const SHORTER: f64 = 2.0;

/// Similarity of two rows: a level, a smooth and a linear part.
#[derive(Debug, Clone, Copy)]
pub(super) struct Kernel {
    /// Variance of the smooth part.
    pub(super) smooth: f64,
    /// Variance of the linear part.
    pub(super) linear: f64,
    /// Variance of the noise.
    pub(super) noise: f64,
    /// Decay of the similarity with the mean squared distance.
    pub(super) decay: f64,
}

impl Kernel {
    /// Creates a kernel from the logarithms of its hyperparameters.
    pub(super) fn from_logs(logs: &[f64; 4]) -> Self {
        let at = |place: usize| logs[place].clamp(-18.0, 12.0).exp();
        Self { smooth: at(0), linear: at(1), noise: at(2).max(1e-6), decay: at(3) }
    }

    /// Returns the kernel for averages: less smooth, with a flat prior of its coefficients, a standard deviation of at
    /// least that of the outcome for each of `columns` standardised covariates.
    ///
    /// The most likely smoothness predicts single rows best, but leaves more bias in an average than noise: Newey, Hsieh &
    /// Robins (2004), "Twicing kernels and a small bias property of semiparametric estimators", Econometrica 72(3). The
    /// factors were chosen in own worlds (`docs/engines/causal.md`).
    pub(super) fn for_averages(&self, columns: usize) -> Self {
        Self {
            smooth: ROUGHER * self.smooth,
            linear: self.linear.max(columns as f64),
            decay: SHORTER * self.decay,
            ..*self
        }
    }

    /// Covariance for an inner product and a squared distance, both divided by the number of columns.
    pub(super) fn between(&self, inner: f64, squared: f64) -> f64 {
        LEVEL + self.smooth * (-self.decay * squared).exp() + self.linear * inner
    }
}
