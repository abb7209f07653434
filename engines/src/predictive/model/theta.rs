//! The dynamic optimised theta model.

use super::Path;
use crate::stat::minimise;

/// State of the recursion after `count` values.
#[derive(Debug, Clone, Copy)]
struct State {
    level: f64,
    mean: f64,
    slope: f64,
    count: f64,
}

/// Performs one step: forecasts the next value and updates the state.
///
/// Source: Fiorucci, Pellegrini, Louzada, Petropoulos & Koehler (2016), "Models for optimising the
/// theta method and their relationship to state space models", IJF 32(4), eqs 12-17 (DOTM).
fn forecast(state: &State, smoothing: f64, theta: f64) -> f64 {
    let intercept = state.mean - state.slope * (state.count + 1.0) / 2.0;
    let faded = (1.0 - smoothing).powf(state.count);
    let weight = 1.0 - 1.0 / theta;
    state.level + weight * (faded * intercept + (1.0 - faded * (1.0 - smoothing)) / smoothing * state.slope)
}

fn advance(state: &State, smoothing: f64, value: f64) -> State {
    let t = state.count + 1.0;
    let mean = (state.count * state.mean + value) / t;
    let slope = ((t - 2.0) * state.slope + 6.0 / t * (value - state.mean)) / (t + 1.0);
    let slope = if t < 2.0 { 0.0 } else { slope };
    State { level: smoothing * value + (1.0 - smoothing) * state.level, mean, slope, count: t }
}

/// Returns the mean squared one-step error after the first three steps, and the final state.
fn run(values: &[f64], point: &[f64]) -> (f64, State) {
    let (smoothing, theta) = (point[1], point[2]);
    let mut state = State { level: point[0], mean: 0.0, slope: 0.0, count: 0.0 };
    let mut sum = 0.0;
    for (t, &value) in values.iter().enumerate() {
        if t >= 3 {
            let error = value - forecast(&state, smoothing, theta);
            sum += error * error;
        }
        state = advance(&state, smoothing, value);
    }
    (sum / values.len() as f64, state)
}

/// Fits level, smoothing (0.05 to 1) and theta (1 to 20) by least squares.
pub(in super::super) fn fit(values: &[f64], horizon: usize) -> Option<Path> {
    if values.len() < 4 {
        return None;
    }
    let scale = values.iter().map(|v| v.abs()).sum::<f64>() / values.len() as f64 + 1e-9;
    let bounded = |point: &[f64]| {
        (0.05..=0.999).contains(&point[1]) && (1.0..=20.0).contains(&point[2]) && point[0].abs() < 100.0
    };
    let cost = |point: &[f64]| match bounded(point) {
        true => run(values, &[point[0] * scale, point[1], point[2]]).0,
        false => f64::INFINITY,
    };
    let start = [values[0] / scale / 2.0, 0.5, 2.0];
    let (best, _) = minimise(cost, &start, &[0.1, 0.2, 1.0], 160);
    let best = [best[0] * scale, best[1], best[2]];
    Some(Box::new(move |history| {
        let mut state = run(history, &best).1;
        let step = |_| {
            let next = forecast(&state, best[1], best[2]);
            state = advance(&state, best[1], next);
            next
        };
        (0..horizon).map(step).collect()
    }))
}

/// Least-squares line through the values: the value before the first one, and the slope.
fn line(values: &[f64]) -> (f64, f64) {
    let n = values.len() as f64;
    let (mean_t, mean) = ((n + 1.0) / 2.0, values.iter().sum::<f64>() / n);
    let cross: f64 = values.iter().enumerate().map(|(t, v)| (t as f64 + 1.0 - mean_t) * (v - mean)).sum();
    let slope = cross / (n * (n * n - 1.0) / 12.0).max(1e-12);
    (mean - slope * mean_t, slope)
}

/// The values twice as far from their line, smoothed: the sum of squared one-step errors and the last level.
fn smoothed(values: &[f64], (start, slope): (f64, f64), first: f64, smoothing: f64) -> (f64, f64) {
    let (mut level, mut sum) = (first, 0.0);
    for (t, value) in values.iter().enumerate() {
        let error = 2.0 * value - (start + slope * (t as f64 + 1.0)) - level;
        sum += error * error;
        level += smoothing * error;
    }
    (sum, level)
}

/// Fits the standard theta model: the mean of the line through the values and of simple exponential smoothing of the
/// values twice as far from it.
///
/// Source: Assimakopoulos & Nikolopoulos (2000), "The theta model: a decomposition approach to forecasting", IJF 16(4).
pub(in super::super) fn fit_standard(values: &[f64], horizon: usize) -> Option<Path> {
    if values.len() < 4 {
        return None;
    }
    let fitted = line(values);
    let scale = values.iter().map(|v| v.abs()).sum::<f64>() / values.len() as f64 + 1e-9;
    let start = (2.0 * values[0] - fitted.0 - fitted.1) / scale;
    let cost = |point: &[f64]| match (0.05..=0.999).contains(&point[1]) {
        true => smoothed(values, fitted, point[0] * scale, point[1]).0,
        false => f64::INFINITY,
    };
    let (best, _) = minimise(cost, &[start, 0.5], &[0.1, 0.2], 120);
    Some(Box::new(move |history| {
        let (start, slope) = line(history);
        let (_, level) = smoothed(history, (start, slope), best[0] * scale, best[1]);
        let n = history.len() as f64;
        (1..=horizon).map(|h| 0.5 * (level + start + slope * (n + h as f64))).collect()
    }))
}
