//! Rank-ordered logit: features associated with higher positions.
//!
//! Sources: Beggs, Cardell & Hausman (1981), "Assessing the potential demand for electric cars" (rank-ordered
//! logit), after McFadden (1974); Tibshirani (1996) for L1; Beck & Teboulle (2009), "A fast iterative
//! shrinkage-thresholding algorithm", for the solution.

/// Maximum number of solver steps.
const STEPS: usize = 400;
/// Change of the weights at which the solver stops.
const STILL: f64 = 1e-7;

/// Features of the results of a SERP, best position first.
pub(super) type Ranking = Vec<Vec<f64>>;

/// Fits weights that maximise the likelihood of the orders with an L1 penalty `lambda` (per choice),
/// starting at `start`.
pub(super) fn fit(rankings: &[&Ranking], lambda: f64, start: &[f64]) -> Vec<f64> {
    let step = 1.0 / bend_bound(rankings).max(1e-9);
    let (mut weights, mut ahead, mut momentum) = (start.to_vec(), start.to_vec(), 1.0_f64);
    for _ in 0..STEPS {
        let (_, slope) = likelihood(rankings, &ahead);
        let shrink = |(value, slope): (&f64, &f64)| {
            let moved = value + step * slope;
            moved.signum() * (moved.abs() - step * lambda).max(0.0)
        };
        let next: Vec<f64> = ahead.iter().zip(&slope).map(shrink).collect();
        let faster = f64::midpoint(1.0, (1.0 + 4.0 * momentum * momentum).sqrt());
        let change = next.iter().zip(&weights).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        ahead = next.iter().zip(&weights).map(|(new, old)| new + (momentum - 1.0) / faster * (new - old)).collect();
        (weights, momentum) = (next, faster);
        if change < STILL {
            break;
        }
    }
    weights
}

/// Returns the smallest penalty at which all weights are 0.
pub(super) fn largest_lambda(rankings: &[&Ranking], features: usize) -> f64 {
    likelihood(rankings, &vec![0.0; features]).1.iter().fold(0.0, |largest, slope| largest.max(slope.abs()))
}

/// Returns the mean log likelihood of a choice and its gradient. Sums run from the last position up, so
/// the cost is linear.
pub(super) fn likelihood(rankings: &[&Ranking], weights: &[f64]) -> (f64, Vec<f64>) {
    let (mut sum, mut slope, mut choices) = (0.0, vec![0.0; weights.len()], 0_usize);
    for ranking in rankings {
        let scores: Vec<f64> = ranking.iter().map(|features| score(features, weights)).collect();
        let top = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let (mut mass, mut mean) = (0.0, vec![0.0; weights.len()]);
        for (at, features) in ranking.iter().enumerate().rev() {
            let weight = (scores[at] - top).exp();
            mass += weight;
            mean.iter_mut().zip(features).for_each(|(mean, value)| *mean += weight * value);
            if at + 1 < ranking.len() {
                sum += scores[at] - top - mass.ln();
                choices += 1;
                let own = features.iter().zip(&mean).map(|(value, mean)| value - mean / mass);
                slope.iter_mut().zip(own).for_each(|(slope, own)| *slope += own);
            }
        }
    }
    let count = choices.max(1) as f64;
    (sum / count, slope.into_iter().map(|slope| slope / count).collect())
}

pub(super) fn score(features: &[f64], weights: &[f64]) -> f64 {
    features.iter().zip(weights).map(|(value, weight)| value * weight).sum()
}

/// Upper bound of the curvature: the variance of the features of the remaining results is at most
/// the largest squared length.
fn bend_bound(rankings: &[&Ranking]) -> f64 {
    let length = |features: &Vec<f64>| features.iter().map(|value| value * value).sum::<f64>();
    let largest = |ranking: &&Ranking| ranking.iter().map(length).fold(0.0, f64::max);
    let choices: usize = rankings.iter().map(|ranking| ranking.len().saturating_sub(1)).sum();
    let sum: f64 = rankings.iter().map(|ranking| largest(ranking) * ranking.len().saturating_sub(1) as f64).sum();
    sum / choices.max(1) as f64
}
