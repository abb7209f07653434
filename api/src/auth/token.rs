//! Access tokens: JWT, HS256, fifteen minutes, with a key that changes every seven days.

use chrono::{DateTime, Utc};
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation};
use serde::{Deserialize, Serialize};
use shared::store::StoreError;
use uuid::Uuid;

use super::key::period;
use crate::{error::ApiError, state::AppState};

/// How long an access token holds.
pub const ACCESS: chrono::Duration = chrono::Duration::minutes(15);
const ISSUER: &str = "motherlode";

/// What a valid access token says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Claims {
    /// The user.
    pub sub: Uuid,
    /// The session.
    pub session: Uuid,
    /// When the token ends.
    pub exp: DateTime<Utc>,
}

/// Why a token is not taken.
#[derive(Debug, thiserror::Error)]
pub enum TokenError {
    /// It is not one of ours, or was changed.
    #[error("the token is not valid")]
    Invalid,
    /// It has ended.
    #[error("the token has expired")]
    Expired,
    /// Its session was ended.
    #[error("the session has ended")]
    SessionEnded,
    /// Whether its session holds could not be found out.
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

/// A token for a session of a user, from `now` on.
///
/// # Errors
/// When it cannot be signed, which would be a defect.
pub fn issue_access(state: &AppState, user: Uuid, session: Uuid, now: DateTime<Utc>) -> Result<String, ApiError> {
    let kid = period(now);
    let header = Header { kid: Some(kid.to_string()), ..Header::new(Algorithm::HS256) };
    let wire =
        Wire { iss: ISSUER.to_owned(), sub: user, sid: session, iat: now.timestamp(), exp: (now + ACCESS).timestamp() };
    let key = EncodingKey::from_secret(&state.keys.access(kid));
    jsonwebtoken::encode(&header, &wire, &key).map_err(ApiError::unexpected)
}

/// What a token says, if it is ours, holds at `now`, and its session does too.
///
/// # Errors
/// [`TokenError`] says why not.
pub async fn verify_access(state: &AppState, token: &str, now: DateTime<Utc>) -> Result<Claims, TokenError> {
    let claims = read(state, token, now)?;
    let session = super::live_session::live_session(state, claims.session, now).await?;
    match session {
        Some(session) if session.user_id == claims.sub => Ok(claims),
        _ => Err(TokenError::SessionEnded),
    }
}

/// The part of [`verify_access`] that needs no database.
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

/// What a token says that is ours, whether or not it still holds: enough to sign out with.
///
/// # Errors
/// [`TokenError::Invalid`] when it is not ours.
pub fn read_signature(state: &AppState, token: &str) -> Result<Claims, TokenError> {
    decode(state, token).map(|(_, claims)| claims)
}

/// The key's id, and what the token says.
fn decode(state: &AppState, token: &str) -> Result<(i64, Claims), TokenError> {
    let header = jsonwebtoken::decode_header(token).map_err(|_| TokenError::Invalid)?;
    let kid: i64 = header.kid.and_then(|kid| kid.parse().ok()).ok_or(TokenError::Invalid)?;
    let mut rules = Validation::new(Algorithm::HS256);
    // The end is checked against the caller's clock, not the system's.
    rules.validate_exp = false;
    rules.set_issuer(&[ISSUER]);
    rules.set_required_spec_claims(&["exp", "iss", "sub"]);
    let key = DecodingKey::from_secret(&state.keys.access(kid));
    let wire = jsonwebtoken::decode::<Wire>(token, &key, &rules).map_err(|_| TokenError::Invalid)?.claims;
    let exp = DateTime::from_timestamp(wire.exp, 0).ok_or(TokenError::Invalid)?;
    Ok((kid, Claims { sub: wire.sub, session: wire.sid, exp }))
}
