//! Detection and removal of seasons.

use crate::stat::series::median;

/// Maximum length of a detected season.
const LONGEST: usize = 60;
/// Minimum share of the detrended variance that a detected season must explain.
const LEAST_STRENGTH: f64 = 0.5;
/// Minimum additional share that a longer season must explain compared with a shorter one.
const LEAST_GAIN: f64 = 0.02;

/// Detects the season of a series in steps; returns `None` if none explains half of the detrended variance.
///
/// Periods of 2 to 60 steps with three cycles at least; share explained by the mean of each position in the period,
/// adjusted for their number, after a centred moving average (classical decomposition; Kendall & Stuart 1983, ch. 46).
pub(crate) fn find(values: &[f64]) -> Option<usize> {
    let mut best = (0.0, None);
    for period in 2..=(values.len() / 3).min(LONGEST) {
        let strength = strength(values, period);
        if strength > best.0 + LEAST_GAIN {
            best = (strength, Some(period));
        }
    }
    best.1.filter(|_| best.0 >= LEAST_STRENGTH)
}

/// Adjusted share of the detrended variance that a season of `period` steps explains.
pub(crate) fn strength(values: &[f64], period: usize) -> f64 {
    let (detrended, start) = detrended(values, period);
    let count = detrended.len();
    if count <= period + 1 {
        return 0.0;
    }
    let mut sums = vec![(0.0, 0.0); period];
    for (at, value) in detrended.iter().enumerate() {
        let place = &mut sums[(at + start) % period];
        *place = (place.0 + value, place.1 + 1.0);
    }
    let mean = detrended.iter().sum::<f64>() / count as f64;
    let whole: f64 = detrended.iter().map(|value| (value - mean).powi(2)).sum();
    let left = |(at, value): (usize, &f64)| {
        let (sum, times) = sums[(at + start) % period];
        (value - sum / times).powi(2)
    };
    let left: f64 = detrended.iter().enumerate().map(left).sum();
    if whole <= 0.0 {
        return 0.0;
    }
    1.0 - (left / (count - period) as f64) / (whole / (count - 1) as f64)
}

/// Returns the season at each position in the period: medians after a centred moving average, with sum 0.
pub(crate) fn profile(values: &[f64], period: usize) -> Vec<f64> {
    let (detrended, start) = detrended(values, period);
    let mut places = vec![Vec::new(); period];
    for (at, value) in detrended.iter().enumerate() {
        places[(at + start) % period].push(*value);
    }
    let middles: Vec<f64> = places.iter().map(|values| median(values)).collect();
    let mean = middles.iter().sum::<f64>() / period as f64;
    middles.iter().map(|middle| middle - mean).collect()
}

/// Returns the series minus a centred moving average of one period, and its first step.
fn detrended(values: &[f64], period: usize) -> (Vec<f64>, usize) {
    let half = period / 2;
    if values.len() < period + 1 {
        return (Vec::new(), 0);
    }
    let sums: Vec<f64> = std::iter::once(0.0)
        .chain(values.iter().scan(0.0, |sum, value| {
            *sum += value;
            Some(*sum)
        }))
        .collect();
    let average = |at: usize| {
        if period.is_multiple_of(2) {
            let inner = sums[at + half] - sums[at - half + 1];
            (inner + 0.5 * (values[at - half] + values[at + half])) / period as f64
        } else {
            (sums[at + half + 1] - sums[at - half]) / period as f64
        }
    };
    ((half..values.len() - half).map(|at| values[at] - average(at)).collect(), half)
}
