//! Logistic calibration maps with two or three parameters.

use super::tally::Tally;
use crate::stat::Cholesky;

/// Minimum distance of forecasts from 0 and 1 before logarithms.
const EDGE: f64 = 1e-6;
/// Weight of the prior on the identity map.
const RIDGE: f64 = 0.5;

/// Type of map.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    /// logit = a x logit(p) + b: Platt (1999), "Probabilistic outputs for support vector machines".
    Platt,
    /// logit = a x ln(p) - b x ln(1 - p) + c: Kull, Silva Filho & Flach (2017), "Beta calibration", AISTATS.
    Beta,
}

/// Equal forecasts.
struct Row {
    features: [f64; 3],
    /// Sum of their targets.
    target: f64,
    count: f64,
}

/// A fitted map.
#[derive(Debug, Clone)]
pub(super) struct Curve {
    shape: Shape,
    weights: Vec<f64>,
}

impl Curve {
    /// Fits by Newton's method on targets shrunk from 0 and 1 as in Platt.
    pub(super) fn fit(tallies: &[Tally], shape: Shape) -> Self {
        let start: Vec<f64> = match shape {
            Shape::Platt => vec![1.0, 0.0],
            Shape::Beta => vec![1.0, 1.0, 0.0],
        };
        let came: f64 = tallies.iter().map(|tally| tally.came).sum();
        let others: f64 = tallies.iter().map(|tally| tally.count - tally.came).sum();
        let (high, low) = ((came + 1.0) / (came + 2.0), 1.0 / (others + 2.0));
        let mut curve = Self { shape, weights: start.clone() };
        // Logarithms take most of the time and are the same in each step.
        let row = |tally: &Tally| Row {
            features: curve.features(tally.p),
            target: high * tally.came + low * (tally.count - tally.came),
            count: tally.count,
        };
        let rows: Vec<Row> = tallies.iter().map(row).collect();
        for _ in 0..60 {
            let Some(step) = curve.newton(&rows, &start) else { break };
            curve.weights.iter_mut().zip(&step).for_each(|(weight, step)| *weight += step.clamp(-2.0, 2.0));
            if step.iter().all(|step| step.abs() < 1e-9) {
                break;
            }
        }
        // A decreasing map would reverse the order of the forecasts.
        let slopes = curve.weights.len() - 1;
        curve.weights[..slopes].iter_mut().for_each(|slope| *slope = slope.max(0.0));
        curve
    }

    /// One feature per weight; the map with two weights has a third feature of 0.
    fn features(&self, p: f64) -> [f64; 3] {
        let p = p.clamp(EDGE, 1.0 - EDGE);
        match self.shape {
            Shape::Platt => [(p / (1.0 - p)).ln(), 1.0, 0.0],
            Shape::Beta => [p.ln(), -(1.0 - p).ln(), 1.0],
        }
    }

    pub(super) fn at(&self, p: f64) -> f64 {
        self.chance(&self.features(p))
    }

    fn chance(&self, features: &[f64; 3]) -> f64 {
        let logit: f64 = features.iter().zip(&self.weights).map(|(feature, weight)| feature * weight).sum();
        1.0 / (1.0 + (-logit).exp())
    }

    /// Returns the next Newton step.
    fn newton(&self, rows: &[Row], start: &[f64]) -> Option<Vec<f64>> {
        let size = self.weights.len();
        let mut gradient: Vec<f64> =
            self.weights.iter().zip(start).map(|(weight, start)| -RIDGE * (weight - start)).collect();
        let mut hessian = vec![0.0; size * size];
        for Row { features, target, count } in rows {
            let now = self.chance(features);
            let miss = target - count * now;
            let curvature = count * (now * (1.0 - now)).max(1e-9);
            for i in 0..size {
                gradient[i] += miss * features[i];
                (0..=i).for_each(|j| hessian[i * size + j] += curvature * features[i] * features[j]);
            }
        }
        (0..size).for_each(|i| hessian[i * size + i] += RIDGE);
        Some(Cholesky::of(&hessian, size)?.solve(&gradient))
    }
}
