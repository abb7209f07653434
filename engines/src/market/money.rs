//! Money: draws of factors, and currencies.

use crate::common::EngineError;
use crate::stat::{SplitMix64, stratified_normals};

/// 90 % quantile of the standard normal distribution.
pub(crate) const Z90: f64 = 1.281_551_565_5;

/// Default uncertainty of the value per lead, an assumption: with 80 % probability between two thirds of it and one
/// and a half times it.
pub(crate) const VALUE_SPREAD: f64 = 0.5;

/// Standard deviation of the logarithm of a value per lead with a 90 % quantile of 1 + `spread` times its median.
pub(crate) fn value_deviation(spread: f64) -> f64 {
    spread.ln_1p() / Z90
}

/// Draws of a log-normal factor with median 1, one in each of `count` equal strata.
pub(crate) fn log_normals(spread: f64, count: usize, random: &mut SplitMix64) -> Vec<f64> {
    stratified_normals(count, random).into_iter().map(|normal| (spread * normal).exp()).collect()
}

/// Returns the currency of all amounts: three capital letters, `USD` by default.
///
/// # Errors
/// Returns [`EngineError::InvalidInput`] for anything else.
pub(crate) fn currency(given: Option<&str>) -> Result<String, EngineError> {
    let code = given.unwrap_or("USD");
    if code.len() == 3 && code.bytes().all(|byte| byte.is_ascii_uppercase()) {
        return Ok(code.to_owned());
    }
    Err(EngineError::input("currency", "must be an ISO 4217 code such as USD"))
}
