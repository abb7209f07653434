//! Correlation between keywords.

use std::collections::BTreeMap;

use super::path::{LAGS, Trials};
use super::spread::Spread;

/// Mean correlation of the errors of two keywords forecast for the same days, limited to 0..1.
///
/// With errors z of unit variance and m keywords per day, the sum of z_i z_j over all pairs is ((sum z)^2 - sum z^2) / 2:
/// the intraclass correlation of Fisher (1925), "Statistical methods for research workers", chapter 7, around 0.
pub(super) fn correlation(trials: &Trials, spread: &Spread) -> Option<f64> {
    let mut days: BTreeMap<_, (f64, f64, f64)> = BTreeMap::new();
    for trial in &trials.all {
        let deviation = spread.deviation(trial.keyword, LAGS[trial.lag] as f64);
        let error = (trial.truth - trial.forecast(&trials.weights)) / deviation;
        let sums = days.entry((trial.lag, trial.day)).or_default();
        *sums = (sums.0 + 1.0, sums.1 + error, sums.2 + error * error);
    }
    let (mut cross, mut scale) = (0.0, 0.0);
    for (count, sum, square) in days.values().filter(|(count, _, _)| *count > 1.0) {
        cross += sum * sum - square;
        scale += (count - 1.0) * square;
    }
    (scale > 0.0).then(|| (cross / scale).clamp(0.0, 1.0))
}
