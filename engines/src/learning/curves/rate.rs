//! Conversion and close rates.

use std::collections::BTreeMap;

use statrs::distribution::{Beta, ContinuousCDF};
use statrs::function::gamma::ln_gamma;

use super::input::{CurvesInput, RatePrior};
use super::output::LearnedRate;
use crate::market::conversion;

/// Prior of a kind without its own prior: one success and one failure.
const UNKNOWN: (f64, f64) = (1.0, 1.0);
/// Minimum number of groups for learning a prior.
const LEAST_GROUPS: usize = 8;
/// Minimum number of successes over all groups for learning a prior.
const LEAST_SUCCESSES: f64 = 30.0;

type Groups<'a> = BTreeMap<(&'a str, &'a str), (f64, f64)>;

/// Returns the prior of each kind, and each rate shrunk to it.
///
/// Posterior mean (successes + alpha) / (trials + alpha + beta). Source: Efron & Morris (1975), "Data analysis
/// using Stein's estimator"; Beta-binomial: Casella (1985), "An introduction to empirical Bayes".
pub(super) fn learned(input: &CurvesInput) -> (Vec<RatePrior>, Vec<LearnedRate>) {
    let mut groups: Groups<'_> = BTreeMap::new();
    for row in &input.rates {
        let group = groups.entry((&row.kind, &row.key)).or_default();
        group.0 += row.successes;
        group.1 += row.trials;
    }
    let mut kinds: Vec<&str> = groups.keys().map(|(kind, _)| *kind).collect();
    kinds.extend(input.priors.iter().map(|prior| prior.kind.as_str()));
    kinds.sort_unstable();
    kinds.dedup();
    let priors: Vec<RatePrior> = kinds.iter().map(|kind| prior_of(kind, input, &groups)).collect();
    let rates = groups.iter().filter_map(|((kind, key), (successes, trials))| {
        let prior = priors.iter().find(|prior| prior.kind == *kind)?;
        Some(rate(prior, key, *successes, *trials))
    });
    let rates = rates.collect();
    (priors, rates)
}

fn prior_of(kind: &str, input: &CurvesInput, groups: &Groups<'_>) -> RatePrior {
    let given = input.priors.iter().find(|prior| prior.kind == kind).map(|prior| (prior.alpha, prior.beta));
    let default = if kind == "conversion" { conversion::PRIOR } else { UNKNOWN };
    let counts: Vec<(f64, f64)> = groups.iter().filter(|((of, _), _)| *of == kind).map(|(_, counts)| *counts).collect();
    let enough =
        counts.len() >= LEAST_GROUPS && counts.iter().map(|(successes, _)| successes).sum::<f64>() >= LEAST_SUCCESSES;
    let (alpha, beta) = given.or_else(|| enough.then(|| likeliest(&counts))).unwrap_or(default);
    RatePrior { kind: kind.to_owned(), alpha, beta }
}

/// Returns the Beta distribution with the largest likelihood of the counts, on a grid with a weight of 2 to
/// 2,000 trials.
fn likeliest(counts: &[(f64, f64)]) -> (f64, f64) {
    let (successes, trials) = counts.iter().fold((0.0, 0.0), |sum, count| (sum.0 + count.0, sum.1 + count.1));
    let mean = ((successes + 0.5) / (trials + 1.0)).clamp(1e-6, 1.0 - 1e-6);
    let mut best = (f64::NEG_INFINITY, (mean, 1.0 - mean));
    for shift in -10..=10 {
        let odds = mean / (1.0 - mean) * (f64::from(shift) * 0.1).exp();
        let centre = odds / (1.0 + odds);
        for step in 0..=30 {
            let weight = 2.0 * 10_f64.powf(f64::from(step) / 10.0);
            let (alpha, beta) = (centre * weight, (1.0 - centre) * weight);
            let fit: f64 = counts.iter().map(|(k, n)| ln_beta(k + alpha, n - k + beta) - ln_beta(alpha, beta)).sum();
            if fit > best.0 {
                best = (fit, (alpha, beta));
            }
        }
    }
    best.1
}

fn ln_beta(a: f64, b: f64) -> f64 {
    ln_gamma(a) + ln_gamma(b) - ln_gamma(a + b)
}

fn rate(prior: &RatePrior, key: &str, successes: f64, trials: f64) -> LearnedRate {
    let (alpha, beta) = (prior.alpha + successes, prior.beta + trials - successes);
    let before = prior.alpha / (prior.alpha + prior.beta);
    let (low, high, higher) = match Beta::new(alpha, beta) {
        Ok(posterior) => (posterior.inverse_cdf(0.1), posterior.inverse_cdf(0.9), posterior.sf(before)),
        Err(_) => (0.0, 1.0, 0.5),
    };
    LearnedRate {
        kind: prior.kind.clone(),
        key: key.to_owned(),
        successes,
        trials,
        prior: before,
        rate: alpha / (alpha + beta),
        low,
        high,
        probability_higher: higher,
    }
}
