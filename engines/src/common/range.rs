//! Ranges of parameters.

use super::EngineError;

/// Refuses a parameter outside of its range, both ends included.
///
/// # Errors
/// [`EngineError::InvalidParameter`] naming the field, the value and the range; also for a value that is no number.
pub(crate) fn within(field: &'static str, value: f64, least: f64, most: f64) -> Result<(), EngineError> {
    if (least..=most).contains(&value) {
        return Ok(());
    }
    Err(EngineError::InvalidParameter { field, problem: format!("is {value}, must be {least} to {most}") })
}
