//! Ranges of parameters.

use super::EngineError;

/// Checks that a parameter is in its range, both ends included.
///
/// # Errors
/// Returns [`EngineError::InvalidParameter`] with the field, the value and the range if it is outside or NaN.
pub(crate) fn within(field: &'static str, value: f64, least: f64, most: f64) -> Result<(), EngineError> {
    if (least..=most).contains(&value) {
        return Ok(());
    }
    Err(EngineError::InvalidParameter { field, problem: format!("is {value}, must be {least} to {most}") })
}
