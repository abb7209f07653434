//! Conversion rate: leads per visit.

use statrs::distribution::{Beta, ContinuousCDF};

use crate::common::EngineError;
use crate::stat::{SplitMix64, stratified_uniforms};

/// Prior of the conversion rate: Beta(10, 190), mean 5 %, with the weight of 200 visits.
///
/// An assumption: below the 7.3 to 10.2 % that LocaliQ / WordStream (2025) report for paid search of home services.
pub(crate) const PRIOR: (f64, f64) = (10.0, 190.0);
/// Weight of the prior, in visits.
pub(crate) const PRIOR_VISITS: f64 = PRIOR.0 + PRIOR.1;
/// Mean of the prior.
pub(crate) const PRIOR_MEAN: f64 = PRIOR.0 / PRIOR_VISITS;
/// Limits of assumed rates, which exclude implausible draws. Measured rates are not limited.
pub(crate) const RANGE: (f64, f64) = (0.01, 0.15);
/// Assumed multipliers of the rate for urgent and for research queries.
pub(crate) const EMERGENCY: f64 = 1.5;
pub(crate) const RESEARCH: f64 = 0.5;

/// Weight, in visits, of a rate without a number of visits.
const STATED_VISITS: f64 = 2_000.0;

/// Returns the Beta parameters of the conversion rate: the prior, the prior updated by measured leads and visits, or a
/// stated rate.
///
/// Source: Gelman et al. (2013), "Bayesian Data Analysis", section 2.4 (conjugate Beta-binomial).
pub(crate) fn shape(rate: Option<f64>, visits: Option<f64>) -> (f64, f64) {
    match (rate, visits) {
        (None, _) => PRIOR,
        (Some(rate), Some(visits)) => (PRIOR.0 + rate * visits, PRIOR.1 + (1.0 - rate) * visits),
        (Some(rate), None) => ((rate * STATED_VISITS).max(0.01), ((1.0 - rate) * STATED_VISITS).max(0.01)),
    }
}

/// Draws a conversion rate, one in each of `count` equal strata.
///
/// # Errors
/// Returns [`EngineError::InvalidParameter`] if the parameters are not a valid distribution.
pub(crate) fn draws((a, b): (f64, f64), count: usize, random: &mut SplitMix64) -> Result<Vec<f64>, EngineError> {
    let beta = Beta::new(a, b).map_err(|_| EngineError::InvalidParameter {
        field: "conversionRate",
        problem: format!("makes no distribution: Beta({a}, {b})"),
    })?;
    Ok(stratified_uniforms(count, random).into_iter().map(|u| beta.inverse_cdf(u)).collect())
}
