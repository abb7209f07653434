//! Shares of answers with their intervals.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use statrs::function::beta::beta_reg;

use super::Z;

/// An estimate with the bounds of its interval.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Bounds {
    /// Estimate.
    pub mid: f64,
    /// Lower bound.
    pub low: f64,
    /// Upper bound.
    pub high: f64,
}

/// Share of answers, from 0 to 1, with its 95% interval after Wilson.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Share {
    /// Answers that count.
    pub count: u32,
    /// All answers.
    pub answers: u32,
    /// Share.
    pub share: f64,
    /// Lower bound.
    pub low: f64,
    /// Upper bound.
    pub high: f64,
}

impl Share {
    /// Returns the share of `count` in `answers`; `None` without answers.
    #[must_use]
    pub fn new(count: u32, answers: u32) -> Option<Self> {
        if answers == 0 {
            return None;
        }
        let count = count.min(answers);
        let Bounds { mid, low, high } = wilson(count, answers, Z);
        Some(Self { count, answers, share: mid, low, high })
    }

    /// Returns half the width of the interval.
    #[must_use]
    pub fn half_width(&self) -> f64 {
        (self.high - self.low) / 2.0
    }
}

/// Returns the score interval of a share; 0 to 1 without trials.
///
/// Source: Wilson (1927), "Probable inference, the law of succession, and statistical inference", JASA 22, as method 3 of
/// Newcombe (1998), "Two-sided confidence intervals for the single proportion", Statistics in Medicine 17.
#[must_use]
pub fn wilson(count: u32, trials: u32, z: f64) -> Bounds {
    if trials == 0 {
        return Bounds { mid: 0.5, low: 0.0, high: 1.0 };
    }
    let (n, count) = (f64::from(trials), f64::from(count.min(trials)));
    let (share, z2) = (count / n, z * z);
    let centre = (count + z2 / 2.0) / (n + z2);
    let half = z / (n + z2) * (count * (1.0 - share) + z2 / 4.0).sqrt();
    // The bounds of none and of all are exact, not rounded.
    let low = if count <= 0.0 { 0.0 } else { (centre - half).clamp(0.0, share) };
    let high = if count >= n { 1.0 } else { (centre + half).clamp(share, 1.0) };
    Bounds { mid: share, low, high }
}

/// Returns the quantile of a Beta distribution, by bisection of the regularised incomplete beta function.
#[must_use]
pub fn beta_quantile(a: f64, b: f64, probability: f64) -> f64 {
    if !(a > 0.0 && b > 0.0 && a.is_finite() && b.is_finite()) {
        return f64::NAN;
    }
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        if beta_reg(a, b, middle) < probability { low = middle } else { high = middle }
    }
    f64::midpoint(low, high)
}
