//! Differences of two shares.

use statrs::function::erf::erfc;

use super::{
    Z,
    share::{Bounds, wilson},
};

/// Largest normal quantile searched: its probability is below 1e-300.
const FARTHEST: f64 = 37.0;

/// Difference of two shares: after less before.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Difference {
    /// Difference.
    pub estimate: f64,
    /// Lower bound of the 95% interval.
    pub low: f64,
    /// Upper bound.
    pub high: f64,
    /// Probability of an interval that excludes 0 if nothing changed: intervals of a lower level than 1 - p exclude it.
    pub p: f64,
}

/// Returns the difference of two estimates whose intervals are known for each normal quantile.
///
/// Method of variance estimates recovery: Zou & Donner (2008), "Construction of confidence limits about effect measures",
/// Statistics in Medicine 27. With Wilson's intervals it is method 10 of Newcombe (1998).
pub fn difference(before: impl Fn(f64) -> Bounds, after: impl Fn(f64) -> Bounds) -> Difference {
    let at = |z: f64| {
        let (x, y) = (before(z), after(z));
        let estimate = y.mid - x.mid;
        let low = estimate - ((y.mid - y.low).powi(2) + (x.high - x.mid).powi(2)).sqrt();
        let high = estimate + ((y.high - y.mid).powi(2) + (x.mid - x.low).powi(2)).sqrt();
        (estimate, low, high)
    };
    let (estimate, low, high) = at(Z);
    Difference { estimate, low, high, p: p_value(estimate, at) }
}

/// Returns the probability at whose level the interval touches 0.
fn p_value(estimate: f64, at: impl Fn(f64) -> (f64, f64, f64)) -> f64 {
    let excludes = |z: f64| {
        let (_, low, high) = at(z);
        if estimate > 0.0 { low > 0.0 } else { high < 0.0 }
    };
    if estimate == 0.0 || !excludes(1e-6) {
        return 1.0;
    }
    let (mut low, mut high) = (1e-6, FARTHEST);
    for _ in 0..50 {
        let middle = f64::midpoint(low, high);
        if excludes(middle) { low = middle } else { high = middle }
    }
    erfc(low / std::f64::consts::SQRT_2)
}

/// Returns the difference of two shares, each of a count in a number of answers.
///
/// Source: Newcombe (1998), "Interval estimation for the difference between independent proportions", Statistics in
/// Medicine 17, method 10.
#[must_use]
pub fn newcombe(before: (u32, u32), after: (u32, u32)) -> Difference {
    difference(|z| wilson(before.0, before.1, z), |z| wilson(after.0, after.1, z))
}
