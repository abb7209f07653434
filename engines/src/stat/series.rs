//! Validation and interpolation of series.

use crate::common::EngineError;

/// Maximum number of values of a series.
pub(crate) const MAX_STEPS: usize = 1_000_000;
/// Maximum magnitude; squares of larger values lose precision.
const LARGEST: f64 = 1e120;

/// Rejects a series that is empty, too long, without known values or with too large values.
///
/// # Errors
/// Returns [`EngineError::NoInput`], [`EngineError::TooLarge`], [`EngineError::InvalidInput`] with the index.
pub(crate) fn check(field: &str, values: &[Option<f64>], least: usize) -> Result<(), EngineError> {
    if values.is_empty() {
        return Err(EngineError::NoInput { what: "values", unlock: "give the figures of a series, one a step" });
    }
    if values.len() > MAX_STEPS {
        return Err(EngineError::TooLarge { what: "values", got: values.len(), limit: MAX_STEPS });
    }
    for (index, value) in values.iter().enumerate() {
        if value.is_some_and(|value| !value.is_finite() || value.abs() > LARGEST) {
            return Err(EngineError::input(format!("{field}[{index}]"), "is not a finite number below 1e120"));
        }
    }
    let known = values.iter().flatten().count();
    if known < least {
        return Err(EngineError::input(field, format!("has {known} known values, at least {least} are needed")));
    }
    Ok(())
}

/// Fills gaps by linear interpolation and the ends with the nearest known value.
///
/// Returns zeros if no value is known.
pub(crate) fn filled(values: &[Option<f64>]) -> Vec<f64> {
    let known: Vec<(usize, f64)> = values.iter().enumerate().filter_map(|(at, value)| value.map(|v| (at, v))).collect();
    let (Some(first), Some(last)) = (known.first(), known.last()) else { return vec![0.0; values.len()] };
    let mut full = vec![first.1; values.len()];
    for pair in known.windows(2) {
        let ((from, a), (to, b)) = (pair[0], pair[1]);
        for (step, value) in full[from..to].iter_mut().enumerate() {
            *value = a + (b - a) * step as f64 / (to - from) as f64;
        }
    }
    full[last.0..].iter_mut().for_each(|value| *value = last.1);
    full
}

/// Median; 0 for an empty list.
pub(crate) fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    if sorted.is_empty() {
        return 0.0;
    }
    let count = sorted.len();
    let (_, upper, _) = sorted.select_nth_unstable_by(count / 2, f64::total_cmp);
    let upper = *upper;
    if count % 2 == 1 {
        return upper;
    }
    let lower = sorted[..count / 2].iter().copied().fold(f64::NEG_INFINITY, f64::max);
    0.5 * (lower + upper)
}

/// Median absolute deviation times 1.4826: a robust estimate of the standard deviation of normal figures.
pub(crate) fn robust_spread(values: &[f64]) -> f64 {
    let middle = median(values);
    let distances: Vec<f64> = values.iter().map(|value| (value - middle).abs()).collect();
    1.482_602_218_505_602 * median(&distances)
}
