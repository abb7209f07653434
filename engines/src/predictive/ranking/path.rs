//! Forecast of a rank path: the last rank, smoothed ranks and damped trends, weighted by the errors of all keywords.

use super::latent::Track;
use crate::common::{Control, Day, EngineError, checkpoint};

/// Horizons tested on the past, in days.
pub(super) const LAGS: [usize; 6] = [7, 14, 30, 60, 90, 180];
/// Days between origins of a path.
const BETWEEN_ORIGINS: usize = 7;
/// Horizon that determines the number of independent trials.
const TRIAL_DAYS: f64 = 30.0;
/// Maximum effective number of trials, because paths of one site are correlated.
const MOST_TRIALS: f64 = 24.0;

/// Daily smoothing of level and slope, and damping of the slope.
#[derive(Debug, Clone, Copy)]
struct Rule {
    alpha: f64,
    beta: f64,
    phi: f64,
}

/// The rules, the naive one ("tomorrow = today") first.
///
/// Source: Gardner (1985), "Exponential smoothing: the state of the art", eq. 3: simple (beta = 0) and damped trends.
const RULES: [Rule; 6] = [
    Rule { alpha: 1.0, beta: 0.0, phi: 0.0 },
    Rule { alpha: 0.5, beta: 0.0, phi: 0.0 },
    Rule { alpha: 0.2, beta: 0.0, phi: 0.0 },
    Rule { alpha: 0.05, beta: 0.0, phi: 0.0 },
    Rule { alpha: 0.2, beta: 0.02, phi: 0.97 },
    Rule { alpha: 0.1, beta: 0.005, phi: 0.99 },
];

/// Level and slope of every rule after each day of a path.
struct States(Vec<[(f64, f64); RULES.len()]>);

impl States {
    fn of(track: &Track) -> Self {
        let first = track.values.first().copied().unwrap_or_default();
        let mut state = [(first, 0.0); RULES.len()];
        let mut states = Vec::with_capacity(track.values.len());
        for (value, is_checked) in track.values.iter().zip(&track.is_checked) {
            for (rule, (level, slope)) in RULES.iter().zip(&mut state) {
                let expected = *level + rule.phi * *slope;
                let error = if *is_checked { value - expected } else { 0.0 };
                *level = expected + rule.alpha * error;
                *slope = rule.phi * *slope + rule.beta * error;
            }
            states.push(state);
        }
        Self(states)
    }

    /// Forecast of each rule `days` after the day `at`.
    fn ahead(&self, at: usize, days: usize) -> [f64; RULES.len()] {
        let mut places = [0.0; RULES.len()];
        for (place, (rule, (level, slope))) in places.iter_mut().zip(RULES.iter().zip(&self.0[at])) {
            let reach = if rule.phi < 1.0 {
                rule.phi * (1.0 - rule.phi.powi(days as i32)) / (1.0 - rule.phi)
            } else {
                days as f64
            };
            *place = level + reach * slope;
        }
        places
    }
}

/// A past forecast with its outcome.
#[derive(Debug, Clone, Copy)]
pub(super) struct Trial {
    pub(super) keyword: usize,
    /// Index in [`LAGS`].
    pub(super) lag: usize,
    places: [f64; RULES.len()],
    pub(super) truth: f64,
    /// Day of the outcome.
    pub(super) day: Day,
}

impl Trial {
    /// Forecast of the weighted rules.
    pub(super) fn forecast(&self, weights: &[f64]) -> f64 {
        self.places.iter().zip(weights).map(|(place, weight)| place * weight).sum()
    }

    /// Forecast of no change.
    pub(super) fn naive(&self) -> f64 {
        self.places[0]
    }
}

/// Past forecasts of the last third of each path, and the weights of the rules.
pub(super) struct Trials {
    pub(super) all: Vec<Trial>,
    pub(super) weights: Vec<f64>,
    /// Approximate number of independent trials.
    pub(super) count: f64,
}

/// Forecasts the last third of every path from every seventh day and weights the rules by their errors.
///
/// Weights are as in the series forecast: mean absolute errors to the power of minus half the trials. If the weighted
/// rules are no better than "tomorrow = today", that is the forecast.
pub(super) fn try_rules(tracks: &[Option<Track>], control: &dyn Control) -> Result<Trials, EngineError> {
    let (mut all, mut days) = (Vec::new(), 0.0);
    for (keyword, track) in tracks.iter().enumerate() {
        checkpoint(control)?;
        let Some(track) = track else { continue };
        let held_back = track.values.len() / 3;
        days += held_back as f64;
        all.extend(tried(keyword, track, held_back));
    }
    let count = (days / TRIAL_DAYS).min(MOST_TRIALS);
    let weights = weighed(&all, count);
    Ok(Trials { all, weights, count })
}

fn tried(keyword: usize, track: &Track, held_back: usize) -> Vec<Trial> {
    let states = States::of(track);
    let (n, mut trials) = (track.values.len(), Vec::new());
    for origin in (n - held_back.min(n)..n).step_by(BETWEEN_ORIGINS).filter_map(|first| first.checked_sub(1)) {
        for (lag, days) in LAGS.iter().enumerate().filter(|(_, days)| origin + **days < n) {
            let truth = track.values[origin + days];
            let day = track.first_day.plus((origin + days) as i32);
            trials.push(Trial { keyword, lag, places: states.ahead(origin, *days), truth, day });
        }
    }
    trials
}

fn weighed(trials: &[Trial], count: f64) -> Vec<f64> {
    let error = |rule: usize| {
        let sum: f64 = trials.iter().map(|trial| (trial.places[rule] - trial.truth).abs()).sum();
        (sum / trials.len().max(1) as f64).max(1e-9)
    };
    let errors: Vec<f64> = (0..RULES.len()).map(error).collect();
    let naive: Vec<f64> = (0..RULES.len()).map(|rule| if rule == 0 { 1.0 } else { 0.0 }).collect();
    if trials.is_empty() {
        return naive;
    }
    let least = errors.iter().copied().fold(f64::INFINITY, f64::min);
    let raw: Vec<f64> = errors.iter().map(|error| (error / least).powf(-count / 2.0)).collect();
    let total: f64 = raw.iter().sum();
    let weights: Vec<f64> = raw.iter().map(|weight| weight / total).collect();
    let combined: f64 = trials.iter().map(|trial| (trial.forecast(&weights) - trial.truth).abs()).sum();
    if combined >= errors[0] * trials.len() as f64 { naive } else { weights }
}

/// Forecasts a path by the weighted rules after each of `days`, from its last day.
pub(super) fn forecast(track: &Track, weights: &[f64], days: &[usize]) -> Vec<f64> {
    let states = States::of(track);
    let last = track.values.len() - 1;
    let place = |days: &usize| states.ahead(last, *days).iter().zip(weights).map(|(p, w)| p * w).sum();
    days.iter().map(place).collect()
}
