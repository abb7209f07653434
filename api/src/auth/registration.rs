//! Who may create an account.

use shared::{
    config::Registration,
    domain::now,
    store::{Executor, member},
};

use crate::{
    error::{ApiError, Result},
    state::AppState,
};

/// Checks that the installation accepts a new account with this address. Not called for the first account.
///
/// # Errors
/// Returns [`ApiError::RegistrationClosed`] if it does not, or an error if the query fails.
pub async fn check(state: &AppState, executor: impl Into<Executor<'_>>, email: &str) -> Result<()> {
    match state.settings.registration {
        Registration::Open => Ok(()),
        Registration::Invited if member::is_invited(executor, email, now()).await? => Ok(()),
        Registration::Invited => Err(ApiError::RegistrationClosed(
            "This installation accepts only invited email addresses. Ask a member for an invitation.",
        )),
        Registration::Closed => {
            Err(ApiError::RegistrationClosed("This installation accepts no new accounts. Ask its operator for one."))
        }
    }
}
