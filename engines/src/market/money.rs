//! Money: draws of factors, and currencies.

use crate::common::EngineError;
use crate::stat::{SplitMix64, stratified_normals};

/// The 90 % point of the standard normal distribution.
pub(crate) const Z90: f64 = 1.281_551_565_5;

/// Uncertainty of the value per lead where nobody states one: in 8 of 10 cases between two thirds of it and one and a
/// half times it. An assumption.
pub(crate) const VALUE_SPREAD: f64 = 0.5;

/// Deviation of the logarithm of a value per lead whose 90 % point is 1 + `spread` times its median.
pub(crate) fn value_deviation(spread: f64) -> f64 {
    spread.ln_1p() / Z90
}

/// Draws of a log-normal factor with median 1, one in each of `count` equal strata.
pub(crate) fn log_normals(spread: f64, count: usize, random: &mut SplitMix64) -> Vec<f64> {
    stratified_normals(count, random).into_iter().map(|normal| (spread * normal).exp()).collect()
}

/// The currency of all amounts: three capital letters, `USD` where none is given.
///
/// # Errors
/// [`EngineError::InvalidInput`] for anything else.
pub(crate) fn currency(given: Option<&str>) -> Result<String, EngineError> {
    let code = given.unwrap_or("USD");
    if code.len() == 3 && code.bytes().all(|byte| byte.is_ascii_uppercase()) {
        return Ok(code.to_owned());
    }
    Err(EngineError::input("currency", "must be an ISO 4217 code such as USD"))
}
