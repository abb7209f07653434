//! Shrinkage of shares over the prompts of a topic.

use statrs::function::beta::ln_beta;

use super::share::{Bounds, beta_quantile};
use crate::stat::minimise;

/// Fewest prompts with answers from which a prior is estimated.
const FEWEST_PROMPTS: usize = 3;
/// Range of the prior's weight, in answers.
const WEIGHT: (f64, f64) = (1.0, 200.0);

/// Beta distribution of the shares of a topic's prompts.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Prior {
    /// First parameter.
    pub a: f64,
    /// Second parameter.
    pub b: f64,
}

/// Prior without knowledge, after Jeffreys.
const JEFFREYS: Prior = Prior { a: 0.5, b: 0.5 };

/// Estimates the distribution of shares over prompts from their counts and numbers of answers.
///
/// Maximum likelihood of the beta-binomial distribution (Griffiths 1973; Casella 1985, "An introduction to empirical
/// Bayes data analysis"). The prior weighs 1 to 200 answers. With fewer than three prompts it is Jeffreys' prior.
#[must_use]
pub fn prior(counts: &[(u32, u32)]) -> Prior {
    let seen: Vec<(f64, f64)> =
        counts.iter().filter(|(_, n)| *n > 0).map(|&(k, n)| (f64::from(k.min(n)), f64::from(n))).collect();
    if seen.len() < FEWEST_PROMPTS {
        return JEFFREYS;
    }
    let (k, n) = seen.iter().fold((0.0, 0.0), |sum, row| (sum.0 + row.0, sum.1 + row.1));
    // Half an answer of either kind keeps the start inside of the range where all or none count.
    let mean = (k + 0.5) / (n + 1.0);
    let unlikely = |point: &[f64]| {
        let Prior { a, b } = at(point);
        -seen.iter().map(|&(k, n)| ln_beta(a + k, b + n - k) - ln_beta(a, b)).sum::<f64>()
    };
    let start = [(mean / (1.0 - mean)).ln(), 10.0_f64.ln()];
    at(&minimise(unlikely, &start, &[0.5, 0.5], 500).0)
}

/// Returns the prior with a log-odds of the mean and a logarithm of the weight.
fn at(point: &[f64]) -> Prior {
    let mean = (1.0 / (1.0 + (-point[0].clamp(-12.0, 12.0)).exp())).clamp(1e-4, 1.0 - 1e-4);
    let weight = point[1].exp().clamp(WEIGHT.0, WEIGHT.1);
    Prior { a: mean * weight, b: (1.0 - mean) * weight }
}

/// Returns the posterior mean of a prompt's share and its interval.
#[must_use]
pub fn posterior(prior: Prior, count: u32, answers: u32, z: f64) -> Bounds {
    let (a, b) = parameters(prior, count, answers);
    bounds(a, b, z)
}

/// Returns the mean of the prompts' shares and its interval: the posteriors are independent given the prior, so their
/// variances add; a Beta distribution with the same mean and variance gives the bounds. `None` without prompts.
#[must_use]
pub fn mean_of_posteriors(prior: Prior, counts: &[(u32, u32)], z: f64) -> Option<Bounds> {
    let count = counts.len() as f64;
    let (mut mean, mut variance) = (0.0, 0.0);
    for &(k, n) in counts {
        let (a, b) = parameters(prior, k, n);
        mean += a / (a + b) / count;
        variance += a * b / ((a + b) * (a + b) * (a + b + 1.0)) / (count * count);
    }
    let weight = mean * (1.0 - mean) / variance - 1.0;
    (!counts.is_empty()).then(|| bounds(mean * weight, (1.0 - mean) * weight, z))
}

fn parameters(prior: Prior, count: u32, answers: u32) -> (f64, f64) {
    let count = count.min(answers);
    (prior.a + f64::from(count), prior.b + f64::from(answers - count))
}

fn bounds(a: f64, b: f64, z: f64) -> Bounds {
    let tail = 0.5 * statrs::function::erf::erfc(z / std::f64::consts::SQRT_2);
    Bounds { mid: a / (a + b), low: beta_quantile(a, b, tail), high: beta_quantile(a, b, 1.0 - tail) }
}
