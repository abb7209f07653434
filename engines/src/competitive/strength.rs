//! Strengths of sites from the order of results.
//!
//! Sources: Plackett (1975), "The analysis of permutations", Applied Statistics 24(2); Luce (1959). For two
//! results it is the model of Bradley & Terry (1952), "Rank analysis of incomplete block designs".

use crate::stat::Cholesky;

/// Precision of the prior N(0, 2²) of each strength: keeps the strength of sites that always win finite.
const PRIOR: f64 = 0.25;
/// Maximum number of Newton steps.
const STEPS: usize = 50;
/// Largest change of a strength at convergence.
const STILL: f64 = 1e-10;

/// Strengths with their standard errors; their mean is 0.
#[derive(Debug, Clone)]
pub(super) struct Strengths {
    pub(super) values: Vec<f64>,
    pub(super) errors: Vec<f64>,
}

/// Fits `count` strengths to rankings of indices below `count`, best first. Returns `None` if the system
/// cannot be solved; with the prior this only happens on overflow.
pub(super) fn fit(rankings: &[Vec<usize>], count: usize) -> Option<Strengths> {
    let mut values = vec![0.0; count];
    let mut bent = Cholesky::of(&slope_and_bend(rankings, &values).1.concat(), count)?;
    for _ in 0..STEPS {
        let (slope, bend) = slope_and_bend(rankings, &values);
        bent = Cholesky::of(&bend.concat(), count)?;
        let step = bent.solve(&slope);
        let size = step.iter().fold(0.0_f64, |size, part| size.max(part.abs()));
        let damped = if size > 1.0 { 1.0 / size } else { 1.0 };
        values.iter_mut().zip(&step).for_each(|(value, part)| *value += damped * part);
        if size < STILL {
            break;
        }
    }
    let errors = bent.inverse_diagonal().iter().map(|variance| variance.max(0.0).sqrt()).collect();
    let mean = values.iter().sum::<f64>() / count.max(1) as f64;
    values.iter_mut().for_each(|value| *value -= mean);
    Some(Strengths { values, errors })
}

/// Gradient and negative Hessian of the log posterior.
///
/// At each position the best of the remaining results is chosen with probability exp(s) / sum of exp(s).
fn slope_and_bend(rankings: &[Vec<usize>], values: &[f64]) -> (Vec<f64>, Vec<Vec<f64>>) {
    let count = values.len();
    let mut slope: Vec<f64> = values.iter().map(|value| -PRIOR * value).collect();
    let mut bend = vec![vec![0.0; count]; count];
    bend.iter_mut().enumerate().for_each(|(at, row)| row[at] = PRIOR);
    for ranking in rankings {
        for stage in 0..ranking.len().saturating_sub(1) {
            let left = &ranking[stage..];
            let top = left.iter().map(|site| values[*site]).fold(f64::NEG_INFINITY, f64::max);
            let weights: Vec<f64> = left.iter().map(|site| (values[*site] - top).exp()).collect();
            let sum: f64 = weights.iter().sum();
            slope[left[0]] += 1.0;
            for (a, weight) in left.iter().zip(&weights) {
                let share = weight / sum;
                slope[*a] -= share;
                bend[*a][*a] += share;
                left.iter().zip(&weights).for_each(|(b, other)| bend[*a][*b] -= share * other / sum);
            }
        }
    }
    (slope, bend)
}
