//! Validation of website names.

use crate::error::{ApiError, Result};

const NAME_CHARS: usize = 200;

/// Checks the length of a website's name.
///
/// # Errors
/// Returns [`ApiError::Invalid`] if it is too long.
pub(super) fn check_name(name: &str) -> Result<()> {
    if name.chars().count() > NAME_CHARS {
        return Err(ApiError::invalid("/name", format!("The name may be at most {NAME_CHARS} letters.")));
    }
    Ok(())
}
