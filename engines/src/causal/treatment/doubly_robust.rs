//! Doubly robust estimate of the average effect.

use super::Estimate;
use super::gaussian_process::Process;
use super::input::Sample;
use crate::stat::normal_quantile;

/// Minimum distance of propensities from 0 and 1, so that no single row dominates the average.
const TRIM: f64 = 0.02;

/// Estimates the average effect by augmented inverse propensity weighting with leave-one-out residuals.
///
/// Source: Robins, Rotnitzky & Zhao (1994), "Estimation of regression coefficients when some regressors are not always
/// observed", JASA 89; leave-one-out as cross-fitting: Chernozhukov et al. (2018), "Double/debiased machine learning",
/// Econometrics Journal 21.
pub(super) fn estimate(
    sample: &Sample, without: &Process<'_>, with: &Process<'_>, (low, high): (&[f64], &[f64]), propensities: &[f64],
) -> Estimate {
    let (mut low, mut high) = (low.to_vec(), high.to_vec());
    without.leave_one_out(&sample.y).into_iter().for_each(|(row, value)| low[row] = value);
    with.leave_one_out(&sample.y).into_iter().for_each(|(row, value)| high[row] = value);
    let part = |row: usize| {
        let share = propensities[row].clamp(TRIM, 1.0 - TRIM);
        let correction = if sample.treated[row] {
            (sample.y[row] - high[row]) / share
        } else {
            -(sample.y[row] - low[row]) / (1.0 - share)
        };
        high[row] - low[row] + correction
    };
    let parts: Vec<f64> = (0..low.len()).map(part).collect();
    let count = parts.len() as f64;
    let value = parts.iter().sum::<f64>() / count;
    let variance = parts.iter().map(|part| (part - value).powi(2)).sum::<f64>() / (count - 1.0).max(1.0);
    let half = normal_quantile(0.975) * (variance / count).sqrt();
    Estimate { value, lo: value - half, hi: value + half }
}
