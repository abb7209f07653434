//! The caller's account, locked while a request adds access to it.

use shared::{
    domain::{now, user::User},
    store::{Tx, session, user},
};

use crate::{
    error::{ApiError, Result},
    extract::Person,
    state::AppState,
};

/// Locks the caller's account until the end of the transaction and returns it. Concurrent requests wait, so counted limits
/// hold, and a change of the password either ends what this request adds or refuses the request.
///
/// # Errors
/// Returns [`ApiError::NotAuthenticated`] if the session has ended meanwhile.
pub async fn lock(tx: &mut Tx, person: Person) -> Result<User> {
    user::lock(tx, person.user_id).await?;
    let live = session::find_live(&mut *tx, person.session_id, now()).await?;
    live.ok_or(ApiError::NotAuthenticated)?;
    user::find(tx, person.user_id).await?.ok_or(ApiError::NotAuthenticated)
}

/// Requires a verified address where email is set up.
///
/// # Errors
/// Returns [`ApiError::Forbidden`] if the address is not verified.
pub fn require_verified(state: &AppState, user: &User) -> Result<()> {
    if state.settings.sends_mail && user.email_verified_at.is_none() {
        return Err(ApiError::Forbidden("Verify your email address first: open the link that we sent you."));
    }
    Ok(())
}
