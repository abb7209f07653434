//! Uncertain factors and their products in closed form.

use super::output::{MoneyRange, Range};
use super::reference::vertical::Z90;

/// An uncertain positive factor: log-normal with a separate standard deviation on each side of the median.
///
/// With equal sides it is a log-normal. A lower bound has a wider upper side. `mean` is the mean of the
/// figure itself, without that widening.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Factor {
    pub(crate) mean: f64,
    pub(crate) median: f64,
    /// Standard deviation of the logarithm below and above the median.
    pub(crate) low: f64,
    pub(crate) high: f64,
}

impl Factor {
    /// Creates a log-normal from a mean and a standard deviation of the logarithm: median = mean exp(-s^2 / 2).
    pub(crate) fn log_normal(mean: f64, spread: f64) -> Self {
        Self { mean, median: mean * (-spread * spread / 2.0).exp(), low: spread, high: spread }
    }

    /// Adds variance on each side.
    pub(crate) fn widened(self, below: f64, above: f64) -> Self {
        Self { low: self.low.hypot(below), high: self.high.hypot(above), ..self }
    }

    /// Returns the product of independent factors: means and medians multiply, variances add.
    pub(crate) fn product(factors: &[Self]) -> Self {
        let one = Self { mean: 1.0, median: 1.0, low: 0.0, high: 0.0 };
        factors.iter().fold(one, |product, factor| Self {
            mean: product.mean * factor.mean,
            median: product.median * factor.median,
            low: product.low.hypot(factor.low),
            high: product.high.hypot(factor.high),
        })
    }

    /// Returns the value of the factor at a standard normal number.
    pub(crate) fn at(&self, normal: f64) -> f64 {
        self.median * ((if normal < 0.0 { self.low } else { self.high }) * normal).exp()
    }

    pub(crate) fn scaled(self, by: f64) -> Self {
        Self { mean: self.mean * by, median: self.median * by, ..self }
    }

    pub(crate) fn range(&self) -> Range {
        Range { mean: self.mean, p10: self.at(-Z90), p50: self.median, p90: self.at(Z90) }
    }

    pub(crate) fn money(&self) -> MoneyRange {
        MoneyRange::of(&self.range(), 0.0)
    }

    /// Probability that the factor is between 1 / `times` and `times` of its mean.
    pub(crate) fn confidence(&self, times: f64) -> f64 {
        let above = ((self.mean * times / self.median).ln() / self.high.max(1e-9)).max(0.0);
        let below = ((self.median * times / self.mean).ln() / self.low.max(1e-9)).max(-40.0);
        (normal_cdf(above) - normal_cdf(-below)).clamp(0.0, 1.0)
    }
}

/// Standard normal cumulative distribution function.
pub(crate) fn normal_cdf(x: f64) -> f64 {
    0.5 * statrs::function::erf::erfc(-x / std::f64::consts::SQRT_2)
}
