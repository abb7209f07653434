//! Weights of the models.

use super::Backtest;

/// Weights models by the likelihood of their past errors; the sum is 1.
///
/// Errors of a Laplace distribution have a likelihood of (mean absolute error)^-n; overlapping forecasts make n the
/// number of whole horizons held back. The exponent is halved, because full likelihoods concentrate on one model too
/// soon. With many trials the best model dominates; with few the weights are nearly equal. Sources: Bates & Granger
/// (1969), "The combination of forecasts", method (i); Buckland, Burnham & Augustin (1997), "Model selection: an
/// integral part of inference", eq. 2.
pub(super) fn weights(backtest: &Backtest) -> Vec<f64> {
    let errors: Vec<f64> = (0..backtest.names.len()).map(|model| mean_error(backtest, model)).collect();
    let least = errors.iter().copied().fold(f64::INFINITY, f64::min).max(f64::MIN_POSITIVE);
    let power = backtest.trials / 2.0;
    let raw: Vec<f64> = errors.iter().map(|error| (error.max(least) / least).powf(-power)).collect();
    let total: f64 = raw.iter().sum();
    raw.iter().map(|weight| weight / total).collect()
}

fn mean_error(backtest: &Backtest, model: usize) -> f64 {
    let (mut sum, mut count) = (0.0, 0.0);
    for (paths, truth) in backtest.paths.iter().zip(&backtest.truth) {
        for (forecast, value) in paths[model].iter().zip(truth).filter(|(_, value)| !value.is_nan()) {
            sum += (forecast - value).abs();
            count += 1.0;
        }
    }
    sum / f64::max(count, 1.0)
}

/// Weighted mean of the models' forecasts by step.
pub(super) fn combined(paths: &[Vec<f64>], weights: &[f64]) -> Vec<f64> {
    let steps = paths.first().map_or(0, Vec::len);
    (0..steps).map(|h| paths.iter().zip(weights).map(|(path, weight)| weight * path[h]).sum()).collect()
}
