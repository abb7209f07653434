//! Authentication: passwords, access tokens, refresh tokens, cookies and sessions.

pub mod alike;
pub mod cache;
pub mod confirm;
pub mod cookie;
pub mod issuer;
pub mod key;
pub mod link;
pub mod origin;
pub mod password;
pub mod session;
pub mod setup;
pub mod token;
pub mod totp;

pub use token::{Claims, TokenError, issue_access, verify_access};

use chrono::{DateTime, Utc};
use shared::store::{StoreError, session::LiveSession};
use uuid::Uuid;

use crate::state::AppState;

/// Lifetime of an unused session.
pub const SESSION: chrono::Duration = chrono::Duration::days(30);

/// Returns the session if it is valid at `now`; cached for a second.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn live_session(state: &AppState, id: Uuid, now: DateTime<Utc>) -> Result<Option<LiveSession>, StoreError> {
    if let Some(known) = state.sessions.get(id) {
        return Ok(known.filter(|session| session.expires_at > now));
    }
    let session = shared::store::session::find_live(&state.db, id, now).await?;
    state.sessions.put(id, session.clone());
    Ok(session)
}
