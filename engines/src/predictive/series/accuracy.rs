//! Accuracy of the combination on the held-out part.

use super::backtest::Setting;
use super::spread::Spread;
use super::{Accuracy, Backtest};

/// Sums over all forecast values compared.
#[derive(Default)]
struct Sums {
    error: f64,
    naive: f64,
    count: f64,
    within80: f64,
    within95: f64,
    score95: f64,
    tenths: [u32; 10],
}

/// Computes errors, errors of the naive forecast and coverage over all origins.
pub(super) fn measure(setting: &Setting<'_>, backtest: &Backtest, past: &[Vec<f64>], spread: &Spread) -> Accuracy {
    let t95 = spread.standard(0.975);
    let tenths: Vec<f64> = (1..10).map(|tenth| spread.standard(f64::from(tenth) / 10.0)).collect();
    let mut sums = Sums::default();
    for ((forecasts, truth), &origin) in past.iter().zip(&backtest.truth).zip(&backtest.origins) {
        for (h, (forecast, value)) in forecasts.iter().zip(truth).enumerate().filter(|(_, (_, value))| !value.is_nan())
        {
            let below = tenths.iter().filter(|t| spread.value(*forecast, h, **t) < *value).count();
            let (low, high) = (spread.value(*forecast, h, -t95), spread.value(*forecast, h, t95));
            sums.error += (forecast - value).abs();
            sums.naive += (naive(setting, origin, h) - value).abs();
            sums.count += 1.0;
            sums.tenths[below] += 1;
            sums.within80 += f64::from(u8::from((1..9).contains(&below)));
            sums.within95 += f64::from(u8::from((low..=high).contains(value)));
            sums.score95 += interval_score(low, high, *value);
        }
    }
    sums.written(backtest.origins.len(), mean_step(setting))
}

/// Interval score: width, plus 2 / 0.05 times the distance of a value outside. Source: Gneiting &
/// Raftery (2007), eq. 43.
fn interval_score(low: f64, high: f64, value: f64) -> f64 {
    (high - low) + 40.0 * ((low - value).max(0.0) + (value - high).max(0.0))
}

/// Value one season earlier, as known at the origin; the last value without a season.
fn naive(setting: &Setting<'_>, origin: usize, step: usize) -> f64 {
    let period = setting.calendar.week.unwrap_or(setting.calendar.period);
    match origin.checked_sub(period) {
        Some(start) => setting.values[start + step % period],
        None => setting.values[origin - 1],
    }
}

/// Mean absolute change over one season, the unit of the scaled error.
fn mean_step(setting: &Setting<'_>) -> f64 {
    let period = setting.calendar.period;
    let steps = setting.values.iter().skip(period).zip(setting.values).map(|(later, earlier)| (later - earlier).abs());
    let count = setting.values.len().saturating_sub(period).max(1);
    steps.sum::<f64>() / count as f64
}

impl Sums {
    fn written(&self, origins: usize, step: f64) -> Accuracy {
        let count = self.count.max(1.0);
        let (error, naive) = (self.error / count, self.naive / count);
        Accuracy {
            origins: origins as u32,
            values: self.count as u32,
            mean_absolute_error: error,
            naive_mean_absolute_error: naive,
            relative_to_naive: (naive > 0.0).then(|| error / naive),
            mase: (step > 0.0).then(|| error / step),
            coverage80: self.within80 / count,
            coverage95: self.within95 / count,
            interval_score95: self.score95 / count,
            pit: self.tenths.to_vec(),
            loses_to_naive: error >= naive,
        }
    }
}
