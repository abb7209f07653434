//! Whether it is really the user who asks for something grave: by the password, or by having signed in just now.

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

/// A sign-in counts as fresh for this long.
const FRESH: chrono::Duration = chrono::Duration::minutes(10);

/// The user, once they have shown that it is them. The password is at `pointer` of the body.
///
/// # Errors
/// [`ApiError::Invalid`] when the password is wrong, [`ApiError::NotFresh`] when there is none and the sign-in is old.
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
