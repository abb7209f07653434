//! Access tokens: JWT, HS256, valid for fifteen minutes, with keys that rotate every seven days.

use chrono::{DateTime, Utc};
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation};
use serde::{Deserialize, Serialize};
use shared::store::StoreError;
use uuid::Uuid;

use super::key::period;
use crate::{error::ApiError, state::AppState};

/// Lifetime of an access token.
pub const ACCESS: chrono::Duration = chrono::Duration::minutes(15);
const ISSUER: &str = "motherlode";

/// Claims of a valid access token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Claims {
    /// Response with the signed-in user.
    pub sub: Uuid,
    /// The session.
    pub session: Uuid,
    /// End of validity.
    pub exp: DateTime<Utc>,
}

/// Reason why a token is rejected.
#[derive(Debug, thiserror::Error)]
pub enum TokenError {
    /// It is not ours, or was modified.
    #[error("the token is not valid")]
    Invalid,
    /// It has expired.
    #[error("the token has expired")]
    Expired,
    /// Its session has ended.
    #[error("the session has ended")]
    SessionEnded,
    /// The session could not be checked.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<TokenError> for ApiError {
    fn from(error: TokenError) -> Self {
        match error {
            TokenError::Invalid | TokenError::Expired | TokenError::SessionEnded => Self::NotAuthenticated,
            TokenError::Store(error) => Self::Store(error),
        }
    }
}

#[derive(Serialize, Deserialize)]
struct Wire {
    iss: String,
    sub: Uuid,
    sid: Uuid,
    iat: i64,
    exp: i64,
}

/// Issues a token for a session of a user.
///
/// # Errors
/// Returns an error if it cannot be signed, which would be a defect.
pub fn issue_access(state: &AppState, user: Uuid, session: Uuid, now: DateTime<Utc>) -> Result<String, ApiError> {
    let kid = period(now);
    let header = Header { kid: Some(kid.to_string()), ..Header::new(Algorithm::HS256) };
    let wire =
        Wire { iss: ISSUER.to_owned(), sub: user, sid: session, iat: now.timestamp(), exp: (now + ACCESS).timestamp() };
    let key = EncodingKey::from_secret(&state.keys.access(kid));
    jsonwebtoken::encode(&header, &wire, &key).map_err(ApiError::unexpected)
}

/// Returns the claims of a token if it is ours, valid at `now`, and its session is valid.
///
/// # Errors
/// Returns a [`TokenError`] with the reason otherwise.
pub async fn verify_access(state: &AppState, token: &str, now: DateTime<Utc>) -> Result<Claims, TokenError> {
    let claims = read(state, token, now)?;
    let session = super::live_session::live_session(state, claims.session, now).await?;
    match session {
        Some(session) if session.user_id == claims.sub => Ok(claims),
        _ => Err(TokenError::SessionEnded),
    }
}

/// The part of [`verify_access`] without database access.
fn read(state: &AppState, token: &str, now: DateTime<Utc>) -> Result<Claims, TokenError> {
    let (kid, claims) = decode(state, token)?;
    let current = period(now);
    if kid != current && kid != current - 1 {
        return Err(TokenError::Invalid);
    }
    if claims.exp <= now {
        return Err(TokenError::Expired);
    }
    Ok(claims)
}

/// Returns the claims of a token of ours even if it has expired, which is sufficient for signing out.
///
/// # Errors
/// Returns [`TokenError::Invalid`] if it is not ours.
pub fn read_signature(state: &AppState, token: &str) -> Result<Claims, TokenError> {
    decode(state, token).map(|(_, claims)| claims)
}

/// Returns the key's id and the claims.
fn decode(state: &AppState, token: &str) -> Result<(i64, Claims), TokenError> {
    let header = jsonwebtoken::decode_header(token).map_err(|_| TokenError::Invalid)?;
    let kid: i64 = header.kid.and_then(|kid| kid.parse().ok()).ok_or(TokenError::Invalid)?;
    let mut rules = Validation::new(Algorithm::HS256);
    // The expiry is checked with the caller's clock, not the system's.
    rules.validate_exp = false;
    rules.set_issuer(&[ISSUER]);
    rules.set_required_spec_claims(&["exp", "iss", "sub"]);
    let key = DecodingKey::from_secret(&state.keys.access(kid));
    let wire = jsonwebtoken::decode::<Wire>(token, &key, &rules).map_err(|_| TokenError::Invalid)?.claims;
    let exp = DateTime::from_timestamp(wire.exp, 0).ok_or(TokenError::Invalid)?;
    Ok((kid, Claims { sub: wire.sub, session: wire.sid, exp }))
}
