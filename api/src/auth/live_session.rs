//! Sessions that have not ended.

use chrono::{DateTime, Utc};
use shared::store::{StoreError, session::LiveSession};
use uuid::Uuid;

use crate::state::AppState;

/// Returns the session if it has not ended at `now`. A session read in the last second is not read again.
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
