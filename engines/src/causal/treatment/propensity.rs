//! Propensity scores.

use super::input::Sample;
use crate::stat::{Cholesky, dot};

/// Weight of the ridge prior towards no dependence on covariates.
const RIDGE: f64 = 1.0;
/// Newton iterations.
const STEPS: usize = 25;

/// Estimates the probability of treatment of each row by ridge logistic regression.
///
/// Source: Rosenbaum & Rubin (1983), "The central role of the propensity score"; le Cessie & van
/// Houwelingen (1992), "Ridge estimators in logistic regression", by Newton's method.
pub(super) fn propensities(sample: &Sample) -> Vec<f64> {
    let with_constant: Vec<Vec<f64>> =
        sample.x.iter().map(|row| std::iter::once(1.0).chain(row.iter().copied()).collect()).collect();
    let size = with_constant[0].len();
    let mut weights = vec![0.0; size];
    for _ in 0..STEPS {
        let Some(change) = newton_step(&with_constant, &sample.treated, &weights) else { break };
        weights.iter_mut().zip(&change).for_each(|(weight, change)| *weight += change);
        if change.iter().all(|change| change.abs() < 1e-8) {
            break;
        }
    }
    with_constant.iter().map(|row| logistic(dot(row, &weights))).collect()
}

fn logistic(value: f64) -> f64 {
    1.0 / (1.0 + (-value.clamp(-30.0, 30.0)).exp())
}

fn newton_step(x: &[Vec<f64>], treated: &[bool], weights: &[f64]) -> Option<Vec<f64>> {
    let size = weights.len();
    let mut gradient: Vec<f64> = weights.iter().map(|weight| -RIDGE * weight).collect();
    gradient[0] = 0.0;
    let mut hessian = vec![0.0; size * size];
    for (row, treated) in x.iter().zip(treated) {
        let probability = logistic(dot(row, weights));
        let miss = f64::from(*treated) - probability;
        let curvature = (probability * (1.0 - probability)).max(1e-9);
        for i in 0..size {
            gradient[i] += miss * row[i];
            let factor = curvature * row[i];
            hessian[i * size..=i * size + i].iter_mut().zip(row).for_each(|(entry, value)| *entry += factor * value);
        }
    }
    for i in 0..size {
        hessian[i * size + i] += if i == 0 { 1e-9 } else { RIDGE };
    }
    Some(Cholesky::of(&hessian, size)?.solve(&gradient))
}
