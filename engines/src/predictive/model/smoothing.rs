//! Exponential smoothing with additive errors: level, (damped) trend, season.

use super::Path;
use crate::stat::minimise;

/// Trend of the model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trend {
    /// Level only.
    None,
    /// A damped trend.
    Damped,
    /// A linear trend.
    Linear,
}

/// Fitted parameters.
#[derive(Debug, Clone)]
struct Smoother {
    alpha: f64,
    beta: f64,
    phi: f64,
    gamma: f64,
    level: f64,
    slope: f64,
    season: Vec<f64>,
}

#[derive(Debug, Clone)]
struct State {
    level: f64,
    slope: f64,
    season: Vec<f64>,
}

impl Smoother {
    /// Returns the sum of squared one-step errors and the final state.
    ///
    /// Source: Hyndman, Koehler, Ord & Snyder (2008), "Forecasting with exponential smoothing",
    /// table 2.2, ETS(A, N / A / Ad, N / A) in error-correction form.
    fn run(&self, values: &[f64]) -> (f64, State) {
        let mut season = self.season.clone();
        let (mut level, mut slope) = (self.level, self.slope);
        let (mut sum, mut at, period) = (0.0, 0, season.len());
        for &value in values {
            let base = level + self.phi * slope;
            let seasonal = if period > 0 { season[at] } else { 0.0 };
            let error = value - base - seasonal;
            sum += error * error;
            level = base + self.alpha * error;
            slope = self.phi * slope + self.beta * error;
            if period > 0 {
                season[at] += self.gamma * error;
                at = if at + 1 == period { 0 } else { at + 1 };
            }
        }
        (sum, State { level, slope, season })
    }

    fn path(&self, history: &[f64], horizon: usize) -> Vec<f64> {
        let (_, state) = self.run(history);
        let (mut level, mut slope) = (state.level, state.slope);
        let step = |ahead: usize| {
            slope *= self.phi;
            level += slope;
            let period = state.season.len();
            level + if period > 0 { state.season[(history.len() + ahead) % period] } else { 0.0 }
        };
        (0..horizon).map(step).collect()
    }
}

/// Fits smoothing, damping, initial level and slope by least squares; `season` has the initial seasonal indices.
pub fn fit(values: &[f64], horizon: usize, trend: Trend, season: &[f64]) -> Option<Path> {
    if values.len() < 10 + season.len() {
        return None;
    }
    let start = Start::of(values, trend, season);
    let axes = match trend {
        Trend::None => 3,
        Trend::Linear => 5,
        Trend::Damped => 6,
    };
    let cost = |point: &[f64]| start.at(point).map_or(f64::INFINITY, |smoother| smoother.run(values).0);
    let (best, _) = minimise(cost, &FIRST[..axes], &STEPS[..axes], 60 * axes);
    let smoother = start.at(&best)?;
    Some(Box::new(move |history| smoother.path(history, horizon)))
}

/// Start of the search: alpha, level, gamma, beta, slope, phi; level and slope relative to the initial values.
const FIRST: [f64; 6] = [0.3, 0.0, 0.05, 0.02, 0.0, 0.95];
const STEPS: [f64; 6] = [0.3, 0.1, 0.1, 0.08, 0.02, -0.08];

/// Initial values of the recursion.
struct Start<'a> {
    trend: Trend,
    level: f64,
    slope: f64,
    deviation: f64,
    season: &'a [f64],
}

impl<'a> Start<'a> {
    /// Returns level and slope of the line through the first season or ten values, without the season.
    ///
    /// Source: Hyndman et al. (2008), section 2.6.1.
    fn of(values: &[f64], trend: Trend, season: &'a [f64]) -> Self {
        let seasonal = |t: usize| if season.is_empty() { 0.0 } else { season[t % season.len()] };
        let first: Vec<f64> =
            values.iter().enumerate().map(|(t, v)| v - seasonal(t)).take(10.max(season.len())).collect();
        let (level, slope) = line(&first);
        Self { trend, level, slope, deviation: deviation(values).max(1e-12), season }
    }

    /// Returns the smoother of a point of the search; `None` outside the usual region (Hyndman et al. 2008, 2.6.2).
    fn at(&self, point: &[f64]) -> Option<Smoother> {
        let alpha = point[0];
        let gamma = if self.season.is_empty() { 0.0 } else { point[2] };
        let (beta, slope, phi) = match self.trend {
            Trend::None => (0.0, 0.0, 1.0),
            Trend::Linear => (point[3], self.slope + point[4] * self.deviation, 1.0),
            Trend::Damped => (point[3], self.slope + point[4] * self.deviation, point[5]),
        };
        let is_usual = (1e-4..=0.9999).contains(&alpha)
            && (self.trend == Trend::None || (1e-4..=alpha).contains(&beta))
            && (self.trend != Trend::Damped || (0.8..=0.98).contains(&phi))
            && (self.season.is_empty() || (1e-4..=1.0 - alpha).contains(&gamma));
        let level = self.level + point[1] * self.deviation;
        is_usual.then(|| Smoother { alpha, beta, phi, gamma, level, slope, season: self.season.to_vec() })
    }
}

fn deviation(values: &[f64]) -> f64 {
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    (values.iter().map(|v| (v - mean).powi(2)).sum::<f64>() / values.len() as f64).sqrt()
}

/// Returns the value before the first one and the slope of the least-squares line.
fn line(values: &[f64]) -> (f64, f64) {
    let n = values.len() as f64;
    let (mean_t, mean) = ((n + 1.0) / 2.0, values.iter().sum::<f64>() / n);
    let cross: f64 = values.iter().enumerate().map(|(t, v)| (t as f64 + 1.0 - mean_t) * (v - mean)).sum();
    let slope = cross / (n * (n * n - 1.0) / 12.0).max(1e-12);
    (mean - slope * mean_t, slope)
}
