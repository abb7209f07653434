//! Tokens of live connections.

use shared::{
    domain::now,
    store::{self, Db, StoreError},
};
use uuid::Uuid;

use super::{close::Close, token_claims::TokenClaims};
use crate::{
    auth::{TokenError, verify_access},
    state::AppState,
};

/// Verifies a token; returns the close reason if it is invalid.
pub(crate) async fn admit(state: &AppState, token: &str) -> Result<TokenClaims, Close> {
    match verify_access(state, token, now()).await {
        Ok(claims) => Ok(TokenClaims { user_id: claims.sub, session_id: claims.session, expires_at: claims.exp }),
        Err(TokenError::Invalid) => Err(Close::BadToken),
        Err(TokenError::Expired) => Err(Close::TokenExpired),
        Err(TokenError::SessionEnded) => Err(Close::SessionEnded),
        Err(TokenError::Store(error)) => {
            tracing::warn!(%error, "a live connection's session could not be looked at");
            Err(Close::TryAgainLater)
        }
    }
}

/// Returns true if a session is still valid.
pub(super) async fn is_live(db: &Db, session_id: Uuid) -> Result<bool, StoreError> {
    Ok(store::session::find_live(db, session_id, now()).await?.is_some())
}

/// Returns true if the user of a session is currently an administrator.
pub(crate) async fn is_admin(db: &Db, session_id: Uuid) -> Result<bool, StoreError> {
    let session = store::session::find_live(db, session_id, now()).await?;
    Ok(session.is_some_and(|session| session.role == shared::domain::user::Role::Admin))
}
