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
    /// Variance of its estimated mean; 0 for a prior that was not estimated.
    pub mean_variance: f64,
}

/// Prior without knowledge, after Jeffreys.
pub const JEFFREYS: Prior = Prior { a: 0.5, b: 0.5, mean_variance: 0.0 };

/// Estimates the distribution of shares over prompts from their counts and numbers of answers.
///
/// Maximum likelihood of the beta-binomial distribution (Griffiths 1973; Casella 1985, "An introduction to empirical
/// Bayes data analysis"). The prior weighs 1 to 200 answers. Its mean leaves room for half an answer of either kind among
/// all, because the likelihood of prompts that count always or never has its maximum at certainty. With fewer than three
/// prompts it is Jeffreys' prior.
#[must_use]
pub fn prior(counts: &[(u32, u32)]) -> Prior {
    let seen: Vec<(f64, f64)> =
        counts.iter().filter(|(_, n)| *n > 0).map(|&(k, n)| (f64::from(k.min(n)), f64::from(n))).collect();
    if seen.len() < FEWEST_PROMPTS {
        return JEFFREYS;
    }
    let (k, n) = seen.iter().fold((0.0, 0.0), |sum, row| (sum.0 + row.0, sum.1 + row.1));
    let rare = 0.5 / (n + 1.0);
    let (mean, weight) = if k <= 0.0 || k >= n { (k / n, WEIGHT.1) } else { likeliest(&seen, (k + 0.5) / (n + 1.0)) };
    let mean = mean.clamp(rare, 1.0 - rare);
    // The correlation of answers to one prompt is 1 / (weight + 1): they say less than as many answers to several prompts.
    let size = seen.iter().map(|(_, n)| n * n).sum::<f64>() / n;
    let mean_variance = mean * (1.0 - mean) * (1.0 + (size - 1.0) / (weight + 1.0)) / n;
    Prior { a: mean * weight, b: (1.0 - mean) * weight, mean_variance }
}

/// Returns the mean and the weight of the likeliest prior, from counts and numbers of answers and a first mean.
fn likeliest(seen: &[(f64, f64)], mean: f64) -> (f64, f64) {
    let unlikely = |point: &[f64]| {
        let (mean, weight) = at(point);
        let (a, b) = (mean * weight, (1.0 - mean) * weight);
        -seen.iter().map(|&(k, n)| ln_beta(a + k, b + n - k) - ln_beta(a, b)).sum::<f64>()
    };
    let start = [(mean / (1.0 - mean)).ln(), 10.0_f64.ln()];
    at(&minimise(unlikely, &start, &[0.5, 0.5], 500).0)
}

/// Returns the mean and the weight with a log-odds of the mean and a logarithm of the weight.
fn at(point: &[f64]) -> (f64, f64) {
    let mean = (1.0 / (1.0 + (-point[0].clamp(-12.0, 12.0)).exp())).clamp(1e-4, 1.0 - 1e-4);
    (mean, point[1].exp().clamp(WEIGHT.0, WEIGHT.1))
}

/// Returns the posterior mean of a prompt's share and its interval, as [`mean_of_posteriors`] does for one prompt.
#[must_use]
pub fn posterior(prior: Prior, count: u32, answers: u32, z: f64) -> Bounds {
    let (mean, variance, share) = moments(prior, count, answers);
    bounds(mean, variance + share * share * prior.mean_variance, z)
}

/// Returns the mean of the prompts' shares and its interval: the posteriors are independent given the prior, so their
/// variances add, and the mean of the prior, which is estimated, adds its own (Morris 1983, "Parametric empirical Bayes
/// inference", JASA 78). A Beta distribution with the same mean and variance gives the bounds. `None` without prompts.
#[must_use]
pub fn mean_of_posteriors(prior: Prior, counts: &[(u32, u32)], z: f64) -> Option<Bounds> {
    let prompts = counts.len() as f64;
    let (mut mean, mut variance, mut shared) = (0.0, 0.0, 0.0);
    for &(k, n) in counts {
        let (one, spread, share) = moments(prior, k, n);
        mean += one / prompts;
        variance += spread / (prompts * prompts);
        shared += share / prompts;
    }
    (!counts.is_empty()).then(|| bounds(mean, variance + shared * shared * prior.mean_variance, z))
}

/// Returns the mean and the variance of a prompt's posterior, and the share of the prior in its mean.
fn moments(prior: Prior, count: u32, answers: u32) -> (f64, f64, f64) {
    let count = count.min(answers);
    let (a, b) = (prior.a + f64::from(count), prior.b + f64::from(answers - count));
    let all = a + b;
    (a / all, a * b / (all * all * (all + 1.0)), (prior.a + prior.b) / all)
}

/// Returns a mean with the bounds of the Beta distribution of this mean and variance.
fn bounds(mean: f64, variance: f64, z: f64) -> Bounds {
    let weight = mean * (1.0 - mean) / variance - 1.0;
    let (a, b) = (mean * weight, (1.0 - mean) * weight);
    let tail = 0.5 * statrs::function::erf::erfc(z / std::f64::consts::SQRT_2);
    Bounds { mid: mean, low: beta_quantile(a, b, tail), high: beta_quantile(a, b, 1.0 - tail) }
}
