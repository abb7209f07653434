//! Expected values from trend and season.

use super::super::season;
use super::scale::Scale;
use crate::stat::series::{filled, median, robust_spread};
use crate::stat::{StlPlan, next_odd, stl};

/// Expected values, on the scale with the most even remainders.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Expected {
    pub(crate) scale: Scale,
    /// Trend, season and centre of the remainder, on that scale.
    pub(crate) level: Vec<f64>,
    /// Robust standard deviation of the remainder, on that scale.
    pub(crate) spread: f64,
    pub(crate) season: Option<usize>,
}

/// Window of the trend without a season, in steps.
const TREND_STEPS: usize = 21;
/// Series above this length have no robustness loop of 15 passes.
const LONG: usize = 20_000;
/// Minimum share of variance that a given season must explain; otherwise it only adds noise.
const LEAST_STRENGTH: f64 = 0.02;

/// Computes the expected value of every step of a series with some known values.
///
/// It uses the scale with the largest robust likelihood of the remainders (Box & Cox 1964).
pub(crate) fn expect(given: &[Option<f64>], season: Option<usize>) -> Expected {
    let values = filled(given);
    let period = match season {
        None => season::find(&values),
        Some(period) => (period >= 2 && values.len() > 2 * period)
            .then_some(period)
            .filter(|period| season::strength(&values, *period) > LEAST_STRENGTH),
    };
    let candidates = Scale::fitting(&values).iter().map(|scale| on_scale(&values, *scale, period));
    let best = candidates.reduce(|best, other| if other.1 > best.1 { other } else { best });
    best.map_or_else(
        || Expected { scale: Scale::Plain, level: values, spread: 0.0, season: None },
        |(expected, _)| expected,
    )
}

fn on_scale(values: &[f64], scale: Scale, period: Option<usize>) -> (Expected, f64) {
    let scaled: Vec<f64> = values.iter().map(|value| scale.to(*value)).collect();
    let mut level = smooth(&scaled, period);
    let left: Vec<f64> = scaled.iter().zip(&level).map(|(value, level)| value - level).collect();
    let middle = median(&left);
    level.iter_mut().for_each(|value| *value += middle);
    let size = scaled.iter().map(|value| value.abs()).fold(0.0, f64::max);
    // Below this the remainder is only rounding error.
    let spread = Some(robust_spread(&left)).filter(|spread| *spread > 1e-9 * size).unwrap_or(0.0);
    let jacobian: f64 = values.iter().map(|value| scale.log_slope(*value)).sum();
    let likelihood = jacobian - values.len() as f64 * spread.max(1e-300).ln();
    (Expected { scale, level, spread, season: period }, likelihood)
}

/// Computes trend and season by robust STL, or a robust trend alone.
fn smooth(values: &[f64], period: Option<usize>) -> Vec<f64> {
    let count = values.len();
    let outer = if count > LONG { 3 } else { 15 };
    let plan = match period {
        Some(period) => {
            let mut plan = StlPlan { outer, scale_as_r: false, ..StlPlan::as_r(count, period, None, true) };
            let window = next_odd((3 * period).max(TREND_STEPS) as f64);
            plan.trend = (window, 1, window.div_ceil(10));
            plan
        }
        None => return running_median(values, TREND_STEPS.min(next_odd(count as f64 / 2.0))),
    };
    let parts = stl(values, &plan);
    parts.trend.iter().zip(&parts.seasonal).map(|(trend, season)| trend + season).collect()
}

/// Running medians, with shorter windows at the ends (Tukey 1977).
fn running_median(values: &[f64], window: usize) -> Vec<f64> {
    let half = window / 2;
    let around = |at: usize| median(&values[at.saturating_sub(half)..(at + half + 1).min(values.len())]);
    (0..values.len()).map(around).collect()
}
