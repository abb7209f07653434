//! Confirmation of critical requests: by the password, or by a recent sign-in.

use shared::{
    domain::{now, user::User},
    store::{session, user},
};

use crate::{
    error::{ApiError, Result},
    extract::Person,
    layer::guard,
    state::AppState,
};

/// Maximum age of a recent sign-in.
const FRESH: chrono::Duration = chrono::Duration::minutes(10);

/// Returns the user after confirming their identity. The password is at `pointer` of the body.
///
/// # Errors
/// Returns [`ApiError::Invalid`] if the password is wrong, [`ApiError::NotFresh`] if there is none and the sign-in is
/// too old.
pub async fn identity(state: &AppState, person: Person, password: Option<&str>, pointer: &str) -> Result<User> {
    guard::count(state, guard::CONFIRM, &person.user_id.to_string()).await?;
    let user = user::find(&state.db, person.user_id).await?.ok_or(ApiError::NotAuthenticated)?;
    match (user.password_hash.clone(), password) {
        (Some(hash), Some(password)) => {
            if !state.passwords.check(password.to_owned(), Some(hash)).await? {
                return Err(ApiError::invalid(pointer, "The current password is wrong."));
            }
        }
        (Some(_), None) => return Err(ApiError::invalid(pointer, "Enter your current password.")),
        (None, _) => fresh(state, person).await?,
    }
    Ok(user)
}

async fn fresh(state: &AppState, person: Person) -> Result<()> {
    let at = now();
    let sessions = session::list(&state.db, person.user_id, at).await?;
    let is_fresh =
        |session: &shared::domain::session::Session| session.id == person.session_id && at - session.created_at < FRESH;
    if sessions.iter().any(is_fresh) { Ok(()) } else { Err(ApiError::NotFresh) }
}
