//! A forecast with the basis of its intervals.

use super::backtest::Setting;
use super::dependence::Dependence;
use super::spread::Spread;
use super::{Accuracy, Backtest, Weight, accuracy};
use crate::stat::{SplitMix64, normal_quantile};

/// Size of the table that converts normal to Student's t quantiles.
const TABLE: usize = 241;
/// Range of the table in normal quantiles.
const TABLE_END: f64 = 4.5;

/// Forecasts of the next steps and the spread around them.
#[derive(Debug, Clone)]
pub(crate) struct Fan {
    /// Forecasts, one per step.
    pub(crate) mean: Vec<f64>,
    /// Weights of the models, largest first.
    pub(crate) weights: Vec<Weight>,
    pub(crate) accuracy: Accuracy,
    /// `None` for a constant series.
    spread: Option<Spread>,
    /// Factor of the deviations.
    width: f64,
}

impl Fan {
    pub(super) fn of(
        setting: &Setting<'_>, backtest: &Backtest, weights: &[f64], mean: Vec<f64>, past: &[Vec<f64>],
    ) -> Self {
        let spread = Spread::of(setting, backtest, past);
        let accuracy = accuracy::measure(setting, backtest, past, &spread);
        Self { mean, weights: sorted(backtest, weights), accuracy, spread: Some(spread), width: 1.0 }
    }

    /// Forecasts a constant series: the same value, without uncertainty.
    pub(super) fn constant(values: &[f64], horizon: usize) -> Option<Self> {
        let first = *values.first()?;
        if values.iter().any(|value| (value - first).abs() > 0.0) {
            return None;
        }
        Some(Self {
            mean: vec![first; horizon],
            weights: vec![Weight { model: "constant".to_owned(), weight: 1.0 }],
            accuracy: Accuracy { coverage80: 1.0, coverage95: 1.0, ..Accuracy::default() },
            spread: None,
            width: 1.0,
        })
    }

    /// Scales the intervals by `width`, on the scale of the model.
    #[must_use]
    pub(crate) fn widened(self, width: f64) -> Self {
        Self { width, ..self }
    }

    /// Describes the models with the most weight.
    pub(crate) fn in_words(&self) -> String {
        if let [only] = self.weights.as_slice() {
            return only.model.clone();
        }
        let named: Vec<String> = self.weights.iter().take(4).map(|w| format!("{} {:.2}", w.model, w.weight)).collect();
        format!("combination of {}: {}", self.weights.len(), named.join(", "))
    }

    /// Quantile of a probability at every step.
    pub(crate) fn quantiles(&self, probability: f64) -> Vec<f64> {
        let Some(spread) = &self.spread else { return self.mean.clone() };
        let t = self.width * spread.standard(probability);
        self.mean.iter().enumerate().map(|(step, forecast)| spread.value(*forecast, step, t)).collect()
    }

    /// Simulates `count` futures with one value per step.
    ///
    /// Each step has the quantiles above; the errors of steps are correlated as in the held-out part (a normal copula:
    /// Song 2000, "Multivariate dispersion models generated from Gaussian copula", Scandinavian Journal of Statistics
    /// 27). Draws are antithetic pairs, which keeps their median at the forecast.
    pub(crate) fn futures(&self, count: usize, random: &mut SplitMix64) -> Vec<Vec<f64>> {
        let Some(spread) = &self.spread else { return vec![self.mean.clone(); count] };
        let table = Table::of(spread);
        let mut futures = Vec::with_capacity(count + 1);
        while futures.len() < count {
            let errors = normals(spread.dependence, self.mean.len(), random);
            for sign in [1.0, -1.0] {
                let at = |(step, forecast): (usize, &f64)| {
                    let t = self.width * table.student(sign * errors[step]);
                    spread.value(*forecast, step, spread.held(step, t))
                };
                futures.push(self.mean.iter().enumerate().map(at).collect());
            }
        }
        futures.truncate(count);
        futures
    }
}

/// Standard normal errors of `steps` steps: a first-order persistent part and a fresh part.
fn normals(dependence: Dependence, steps: usize, random: &mut SplitMix64) -> Vec<f64> {
    let Dependence { share, fading } = dependence;
    let renewed = (1.0 - fading * fading).max(0.0).sqrt();
    let mut slow = normal(random);
    let step = |_| {
        let error = share.sqrt() * slow + (1.0 - share).sqrt() * normal(random);
        slow = fading * slow + renewed * normal(random);
        error
    };
    (0..steps).map(step).collect()
}

fn normal(random: &mut SplitMix64) -> f64 {
    normal_quantile(random.uniform().clamp(1e-9, 1.0 - 1e-9))
}

/// Quantiles of Student's t at evenly spaced normal quantiles.
struct Table(Vec<f64>);

impl Table {
    fn of(spread: &Spread) -> Self {
        let at = |k: usize| TABLE_END * (2.0 * k as f64 / (TABLE - 1) as f64 - 1.0);
        let probability = |z: f64| 0.5 * statrs::function::erf::erfc(-z / std::f64::consts::SQRT_2);
        Self((0..TABLE).map(|k| spread.standard(probability(at(k)))).collect())
    }

    fn student(&self, normal: f64) -> f64 {
        let place = (normal.clamp(-TABLE_END, TABLE_END) / TABLE_END + 1.0) / 2.0 * (TABLE - 1) as f64;
        let low = (place.floor() as usize).min(TABLE - 2);
        let part = place - low as f64;
        self.0[low] * (1.0 - part) + self.0[low + 1] * part
    }
}

fn sorted(backtest: &Backtest, weights: &[f64]) -> Vec<Weight> {
    let named = backtest.names.iter().zip(weights);
    let mut weights: Vec<Weight> = named.map(|(name, w)| Weight { model: (*name).to_owned(), weight: *w }).collect();
    weights.sort_by(|a, b| b.weight.total_cmp(&a.weight));
    weights
}
