//! Conversion rate: leads a visit.

use statrs::distribution::{Beta, ContinuousCDF};

use crate::common::EngineError;
use crate::stat::{SplitMix64, stratified_uniforms};

/// Prior of the conversion rate: Beta(10, 190), mean 5 %, which weighs as much as 200 visits.
///
/// An assumption: below the 7.3 to 10.2 % that LocaliQ / WordStream (2025) report for paid search of home services.
pub(crate) const PRIOR: (f64, f64) = (10.0, 190.0);
/// Weight of the prior, in visits.
pub(crate) const PRIOR_VISITS: f64 = PRIOR.0 + PRIOR.1;
/// Mean of the prior.
pub(crate) const PRIOR_MEAN: f64 = PRIOR.0 / PRIOR_VISITS;
/// Rates that are assumed and not measured are held inside this range, as a guard against absurd draws.
pub(crate) const RANGE: (f64, f64) = (0.01, 0.15);
/// Multipliers of the rate for urgent and for researching words: assumptions.
pub(crate) const EMERGENCY: f64 = 1.5;
pub(crate) const RESEARCH: f64 = 0.5;

/// Weight, in visits, of a rate that is given without the visits behind it.
const STATED_VISITS: f64 = 2_000.0;

/// Beta parameters of the conversion rate: the prior; the prior moved by the leads and visits behind a measured rate; or
/// a stated rate.
///
/// Source: Gelman et al. (2013), "Bayesian Data Analysis", section 2.4 (conjugate Beta-binomial).
pub(crate) fn shape(rate: Option<f64>, visits: Option<f64>) -> (f64, f64) {
    match (rate, visits) {
        (None, _) => PRIOR,
        (Some(rate), Some(visits)) => (PRIOR.0 + rate * visits, PRIOR.1 + (1.0 - rate) * visits),
        (Some(rate), None) => ((rate * STATED_VISITS).max(0.01), ((1.0 - rate) * STATED_VISITS).max(0.01)),
    }
}

/// Draws of a conversion rate, one in each of `count` equal strata.
///
/// # Errors
/// [`EngineError::InvalidParameter`] when the numbers make no distribution.
pub(crate) fn draws((a, b): (f64, f64), count: usize, random: &mut SplitMix64) -> Result<Vec<f64>, EngineError> {
    let beta = Beta::new(a, b).map_err(|_| EngineError::InvalidParameter {
        field: "conversionRate",
        problem: format!("makes no distribution: Beta({a}, {b})"),
    })?;
    Ok(stratified_uniforms(count, random).into_iter().map(|u| beta.inverse_cdf(u)).collect())
}
