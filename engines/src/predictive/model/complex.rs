//! Complex exponential smoothing.

use super::Path;
use crate::stat::minimise;

/// Returns level and information after the values, and the sum of squared one-step errors.
///
/// Source: Svetunkov, Kourentzes & Ord (2022), "Complex exponential smoothing", Naval Research Logistics 69(8), eq. 9.
fn run(values: &[f64], a: f64, b: f64, level: f64, hidden: f64) -> (f64, f64, f64) {
    let (mut level, mut hidden, mut sum) = (level, hidden, 0.0);
    for &value in values {
        let error = value - level;
        sum += error * error;
        let next = level - (1.0 - b) * hidden + (a - b) * error;
        hidden = level + (1.0 - a) * hidden + (a + b) * error;
        level = next;
    }
    (level, hidden, sum)
}

/// Fits both parts of the smoothing parameter by least squares.
pub(in super::super) fn fit(values: &[f64], horizon: usize) -> Option<Path> {
    if values.len() < 8 {
        return None;
    }
    let first = values.iter().take(12).sum::<f64>() / values.len().min(12) as f64;
    let scale = values.iter().map(|v| v.abs()).sum::<f64>() / values.len() as f64 + 1e-12;
    let cost = |p: &[f64]| match is_stable(p[0], p[1]) {
        true => run(values, p[0], p[1], first + p[2] * scale, first / 1.1 + p[3] * scale).2,
        false => f64::INFINITY,
    };
    let (best, _) = minimise(cost, &[1.3, 1.0, 0.0, 0.0], &[0.2, 0.05, 0.1, 0.1], 240);
    let (a, b) = (best[0], best[1]);
    let (start, start_hidden) = (first + best[2] * scale, first / 1.1 + best[3] * scale);
    Some(Box::new(move |history| {
        let (mut level, mut hidden, _) = run(history, a, b, start, start_hidden);
        let step = |_| {
            let now = level;
            let next = level - (1.0 - b) * hidden;
            hidden = level + (1.0 - a) * hidden;
            level = next;
            now
        };
        (0..horizon).map(step).collect()
    }))
}

/// The stability region of the paper, eq. 15: (a - 5/2)^2 + b^2 > 5/4, (a - 1/2)^2 + (b - 1)^2 > 1/4,
/// (a - 3/2)^2 + (b - 1/2)^2 < 3/2.
fn is_stable(a: f64, b: f64) -> bool {
    (a - 2.5).powi(2) + b * b > 1.25
        && (a - 0.5).powi(2) + (b - 1.0).powi(2) > 0.25
        && (a - 1.5).powi(2) + (b - 0.5).powi(2) < 1.5
}
