//! Autocorrelation of forecast errors.

use super::Backtest;

/// Maximum lag for the persistent part: two weeks of days.
const FAR: usize = 14;

/// Errors as the sum of a persistent and a fresh part: the correlation over k steps is `share` x `fading`^k.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Dependence {
    /// Share of the variance that is persistent, 0 to 1.
    pub(crate) share: f64,
    /// Autocorrelation of the persistent part per step, 0 to 1.
    pub(crate) fading: f64,
}

impl Dependence {
    /// Estimates both from the correlations, around 0, over one step and over many steps of the errors of each past
    /// origin, scaled by step: an error of the level persists for the whole horizon and determines the error of sums.
    pub(super) fn of(backtest: &Backtest, past: &[Vec<f64>]) -> Self {
        let errors = scaled(backtest, past);
        let steps = errors.iter().map(Vec::len).max().unwrap_or(0);
        let far = (steps / 2).min(FAR);
        let near = correlation(&errors, 1).clamp(0.0, 0.999);
        if far < 2 || near <= 0.0 {
            return Self { share: near, fading: 1.0 };
        }
        let distant = correlation(&errors, far).clamp(0.0, near);
        let fading = (distant / near).powf(1.0 / (far - 1) as f64).clamp(0.0, 1.0);
        if fading < near {
            return Self { share: 1.0, fading: near };
        }
        Self { share: (near / fading).min(1.0), fading }
    }
}

/// Returns errors by origin, relative to the root mean square of their step.
fn scaled(backtest: &Backtest, past: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let of_origin = |(forecasts, truth): (&Vec<f64>, &Vec<f64>)| -> Vec<f64> {
        let error = |(forecast, value): (&f64, &f64)| if value.is_nan() { 0.0 } else { value - forecast };
        forecasts.iter().zip(truth).map(error).collect()
    };
    let mut errors: Vec<Vec<f64>> = past.iter().zip(&backtest.truth).map(of_origin).collect();
    let steps = errors.iter().map(Vec::len).max().unwrap_or(0);
    for step in 0..steps {
        let (sum, count) = errors.iter().filter_map(|e| e.get(step)).fold((0.0, 0.0), |(s, n), e| (s + e * e, n + 1.0));
        let unit = f64::max(sum / f64::max(count, 1.0), f64::MIN_POSITIVE).sqrt();
        errors.iter_mut().filter_map(|e| e.get_mut(step)).for_each(|e| *e /= unit);
    }
    errors
}

fn correlation(errors: &[Vec<f64>], lag: usize) -> f64 {
    let (mut cross, mut square) = (0.0, f64::MIN_POSITIVE);
    for path in errors {
        for (early, late) in path.iter().zip(path.iter().skip(lag)) {
            cross += early * late;
            square += 0.5 * (early * early + late * late);
        }
    }
    cross / square
}
