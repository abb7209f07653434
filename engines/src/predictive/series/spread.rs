//! Width of the intervals.

use statrs::distribution::{ContinuousCDF, StudentsT};

use super::Backtest;
use super::backtest::Setting;
use super::dependence::Dependence;

/// Age in horizons at which an error has half the weight, because the spread changes with time.
const HALF_LIFE_HORIZONS: f64 = 4.0;
/// Growth of the spread of a random walk with the step, and its weight in trials.
const PRIOR_GROWTH: f64 = 0.5;
const PRIOR_WEIGHT: f64 = 0.5;
/// Logarithm of the largest factor between a future that is drawn and its forecast: the exponential of Student's t has no
/// mean, so that one draw of ten thousand would decide the mean of all.
const MOST_DRAWN: f64 = 3.0;
/// Logarithm of the largest factor between a forecast and the end of its interval by multiplicative errors.
const FARTHEST: f64 = 2.0;
/// Weight of the changes of the whole series, in values held out, and their largest variance relative to the errors.
const BEFORE: f64 = 4.0;
const MOST_BEFORE: f64 = 6.0;
/// Share that is added to the variance per value held out, because the models were weighted by the same errors.
const UNCERTAIN: f64 = 1.5;
/// Degrees of freedom per horizon held out, and without any.
const FREEDOM_A_TRIAL: f64 = 3.0;

/// Standard deviation of the forecast errors by step, of the values and of their logarithms.
#[derive(Debug, Clone)]
pub(crate) struct Spread {
    plain: Vec<f64>,
    /// `None` if there are no logarithms.
    logarithmic: Option<Vec<f64>>,
    freedom: f64,
    floor: f64,
    /// Autocorrelation of the errors.
    pub(crate) dependence: Dependence,
}

impl Spread {
    /// Estimates root mean squared errors of the combination from past origins, smoothed over the steps.
    ///
    /// The same errors determine the weights, and adjacent origins share values. Quantiles of Student's t with three
    /// degrees of freedom per horizon held out, plus three, compensate for that.
    pub(super) fn of(setting: &Setting<'_>, backtest: &Backtest, past: &[Vec<f64>]) -> Self {
        let plain = smoothed(setting, backtest, past, |forecast, value| value - forecast);
        let has_logs = setting.scale.is_log()
            && setting.values.iter().all(|v| *v > 0.0)
            && past.iter().flatten().all(|v| *v > 0.0);
        let ratio = |forecast: f64, value: f64| value.ln() - forecast.ln();
        Self {
            plain,
            logarithmic: has_logs.then(|| smoothed(setting, backtest, past, ratio)),
            freedom: FREEDOM_A_TRIAL * (backtest.trials + 1.0),
            floor: setting.scale.floor(),
            dependence: Dependence::of(backtest, past),
        }
    }

    /// Standard quantile of a probability: Student's t.
    pub(crate) fn standard(&self, probability: f64) -> f64 {
        StudentsT::new(0.0, 1.0, self.freedom).map_or(0.0, |t| t.inverse_cdf(probability))
    }

    /// Returns a drawn error in standard deviations, limited where it multiplies a forecast by more than [`MOST_DRAWN`].
    pub(crate) fn held(&self, step: usize, t: f64) -> f64 {
        match &self.logarithmic {
            Some(spread) if spread[step] > 0.0 => t.clamp(-MOST_DRAWN / spread[step], MOST_DRAWN / spread[step]),
            _ => t,
        }
    }

    /// Returns the value `t` standard deviations from a forecast: the mean of that for additive and for multiplicative
    /// errors, if both exist (Gaba, Tsetlin & Winkler 2017, "Combining interval forecasts", Decision Analysis 14(1)).
    pub(crate) fn value(&self, forecast: f64, step: usize, t: f64) -> f64 {
        let added = forecast + t * self.plain[step];
        let both = match &self.logarithmic {
            Some(spread) if forecast > 0.0 => {
                0.5 * (added + forecast * (t * spread[step]).clamp(-FARTHEST, FARTHEST).exp())
            }
            _ => added,
        };
        both.max(self.floor)
    }
}

/// Smooths the spread by step, and shrinks it to that of the changes over a season of the whole series, which is much longer
/// than the part held out: log spread = a + b log step, with b shrunk to that of a random walk and limited to 0..1.
fn smoothed(
    setting: &Setting<'_>, backtest: &Backtest, past: &[Vec<f64>], error: impl Fn(f64, f64) -> f64,
) -> Vec<f64> {
    let horizon = setting.horizon;
    let (mut square, mut weight, mut count) = (vec![0.0; horizon], vec![0.0; horizon], vec![0.0; horizon]);
    let n = setting.values.len() as f64;
    for ((forecasts, truth), origin) in past.iter().zip(&backtest.truth).zip(&backtest.origins) {
        let age = (n - *origin as f64) / (HALF_LIFE_HORIZONS * horizon as f64);
        let w = 0.5_f64.powf(age);
        for (h, (forecast, value)) in forecasts.iter().zip(truth).enumerate().filter(|(_, (_, value))| !value.is_nan())
        {
            square[h] += w * error(*forecast, *value).powi(2);
            weight[h] += w;
            count[h] += 1.0;
        }
    }
    let usual = usual_change(setting, &error);
    let least = f64::MIN_POSITIVE.sqrt();
    let points: Vec<(f64, f64, f64)> = (0..horizon)
        .filter(|h| weight[*h] > 0.0)
        .map(|h| (((h + 1) as f64).ln(), 0.5 * (square[h] / weight[h] + least).ln(), count[h]))
        .collect();
    let (level, growth) = line(&points, PRIOR_WEIGHT / backtest.trials);
    let held = backtest.trials * horizon as f64;
    let spread = |h: usize| {
        let own = (level + growth * ((h + 1) as f64).ln()).exp().powi(2);
        let seasons = ((h + 1) as f64 / setting.calendar.period as f64).max(1.0);
        let before = (usual * usual * seasons).min(MOST_BEFORE * own);
        ((held * own + BEFORE * before) / (held + BEFORE) * (1.0 + UNCERTAIN / held)).sqrt()
    };
    (0..horizon).map(spread).collect()
}

/// Standard deviation of the change over one season.
fn usual_change(setting: &Setting<'_>, error: &impl Fn(f64, f64) -> f64) -> f64 {
    let period = setting.calendar.period;
    let pairs = setting.values.iter().zip(setting.values.iter().skip(period));
    let changes: Vec<f64> = pairs.map(|(earlier, later)| error(*earlier, *later)).collect();
    if changes.len() < 2 {
        return 0.0;
    }
    let mean = changes.iter().sum::<f64>() / changes.len() as f64;
    (changes.iter().map(|change| (change - mean).powi(2)).sum::<f64>() / (changes.len() - 1) as f64).sqrt()
}

/// Intercept and slope of the weighted line, with a prior of [`PRIOR_GROWTH`] for the slope.
fn line(points: &[(f64, f64, f64)], prior: f64) -> (f64, f64) {
    let total: f64 = points.iter().map(|(_, _, w)| w).sum::<f64>().max(f64::MIN_POSITIVE);
    let mean_x = points.iter().map(|(x, _, w)| w * x).sum::<f64>() / total;
    let mean_y = points.iter().map(|(_, y, w)| w * y).sum::<f64>() / total;
    let square = points.iter().map(|(x, _, w)| w * (x - mean_x).powi(2)).sum::<f64>() / total;
    let cross = points.iter().map(|(x, y, w)| w * (x - mean_x) * (y - mean_y)).sum::<f64>() / total;
    let growth = ((cross + prior * PRIOR_GROWTH) / (square + prior)).clamp(0.0, 1.0);
    (mean_y - growth * mean_x, growth)
}
