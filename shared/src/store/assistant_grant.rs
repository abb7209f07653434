//! What users allow AI assistants: a code that is exchanged once, then an access token and a refresh token that renew each
//! other. Only hashes are stored.

use chrono::{DateTime, Utc};
use sqlx::types::Json;
use uuid::Uuid;

use super::{Executor, Result, Tx, macros::*};
use crate::domain::{
    api_key::{Scope, Scopes},
    user::Role,
};

/// A grant to store, before its code is exchanged.
#[derive(Debug, Clone)]
pub struct NewGrant<'a> {
    /// Time-ordered.
    pub id: Uuid,
    /// The user who allows it.
    pub user_id: Uuid,
    /// What the assistant calls itself.
    pub name: &'a str,
    /// Where the code was sent.
    pub redirect_uri: &'a str,
    /// Hash of the client's id.
    pub client_hash: &'a [u8],
    /// What the user allows.
    pub scopes: Scopes,
    /// Hash of the code.
    pub code_hash: &'a [u8],
    /// SHA-256 of the client's verifier, in base64url (RFC 7636).
    pub code_challenge: &'a str,
    /// When the code becomes invalid.
    pub code_expires_at: DateTime<Utc>,
}

/// Hashes of the tokens of a grant, and when they become invalid.
#[derive(Debug, Clone)]
pub struct GrantTokens {
    /// Hash of the access token.
    pub access_hash: Vec<u8>,
    /// End of the access token.
    pub access_expires_at: DateTime<Utc>,
    /// Hash of the refresh token.
    pub refresh_hash: Vec<u8>,
    /// End of the refresh token, and of the grant.
    pub expires_at: DateTime<Utc>,
}

/// A grant as its exchanges need it.
#[derive(Debug, Clone, sqlx_macros::FromRow)]
pub struct Grant {
    /// Its id.
    pub id: Uuid,
    /// The user who allows it.
    pub user_id: Uuid,
    /// Where the code was sent.
    pub redirect_uri: String,
    /// Hash of the client's id.
    pub client_hash: Vec<u8>,
    /// What the user allows.
    #[sqlx(json)]
    pub scopes: Vec<Scope>,
    /// Challenge of the code.
    pub code_challenge: String,
    /// When the code becomes invalid.
    pub code_expires_at: DateTime<Utc>,
    /// Hash of the current refresh token; `None` until the code is exchanged.
    pub refresh_hash: Option<Vec<u8>>,
    /// Time of the last exchange.
    pub refreshed_at: Option<DateTime<Utc>>,
    /// End of the grant.
    pub expires_at: DateTime<Utc>,
}

/// A grant with the data of its user that requests need.
#[derive(Debug, Clone, sqlx_macros::FromRow)]
pub struct LiveGrant {
    /// Its id.
    pub id: Uuid,
    /// The user who allows it.
    pub user_id: Uuid,
    /// Current role of the user.
    pub role: Role,
    /// What the user allows.
    #[sqlx(json)]
    pub scopes: Vec<Scope>,
    /// Time of last use, to the hour.
    pub last_used_at: Option<DateTime<Utc>>,
}

/// A connected assistant, as shown to its user.
#[derive(Debug, Clone, sqlx_macros::FromRow)]
pub struct ConnectedAssistant {
    /// Id of the grant.
    pub id: Uuid,
    /// What the assistant calls itself.
    pub name: String,
    /// Where its code was sent.
    pub redirect_uri: String,
    /// What the user allows.
    #[sqlx(json)]
    pub scopes: Vec<Scope>,
    /// Time of connection.
    pub created_at: DateTime<Utc>,
    /// Time of last use, to the hour.
    pub last_used_at: Option<DateTime<Utc>>,
    /// When it ends if the assistant stays unused.
    pub expires_at: DateTime<Utc>,
}

/// Stores a grant, and removes ended grants of the user: their code was not exchanged in time, or their tokens have expired.
///
/// # Errors
/// Returns an error if a query fails.
pub async fn insert(tx: &mut Tx, new: &NewGrant<'_>, now: DateTime<Utc>) -> Result<()> {
    execute!(tx, "DELETE FROM assistant_grants WHERE user_id = $1 AND expires_at <= $2", new.user_id, now)?;
    // A code ends soon; the exchange moves the end of its grant.
    execute!(
        tx,
        "INSERT INTO assistant_grants (id, user_id, name, redirect_uri, client_hash, scopes, code_hash, code_challenge,
           code_expires_at, created_at, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $9)",
        new.id,
        new.user_id,
        new.name,
        new.redirect_uri,
        new.client_hash,
        Json(new.scopes.to_vec()),
        new.code_hash,
        new.code_challenge,
        new.code_expires_at,
        now
    )
    .map(|_| ())
}

/// Returns the grant of a code, exchanged or not.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn find_by_code(tx: &mut Tx, code_hash: &[u8]) -> Result<Option<Grant>> {
    query_opt!(
        tx,
        Grant,
        "SELECT id, user_id, redirect_uri, client_hash, scopes, code_challenge, code_expires_at, refresh_hash,
                refreshed_at, expires_at
           FROM assistant_grants WHERE code_hash = $1",
        code_hash
    )
}

/// Returns the grant of a refresh token: its current one, or the one before.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn find_by_refresh(tx: &mut Tx, refresh_hash: &[u8]) -> Result<Option<Grant>> {
    query_opt!(
        tx,
        Grant,
        "SELECT id, user_id, redirect_uri, client_hash, scopes, code_challenge, code_expires_at, refresh_hash,
                refreshed_at, expires_at
           FROM assistant_grants WHERE refresh_hash = $1 OR previous_refresh_hash = $1",
        refresh_hash
    )
}

/// Returns the grant of this access token if it is valid at `now`.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn find_live(
    executor: impl Into<Executor<'_>>, access_hash: &[u8], now: DateTime<Utc>,
) -> Result<Option<LiveGrant>> {
    query_opt!(
        executor.into(),
        LiveGrant,
        "SELECT assistant_grants.id, assistant_grants.user_id, users.role, assistant_grants.scopes,
                assistant_grants.last_used_at
           FROM assistant_grants JOIN users ON users.id = assistant_grants.user_id AND users.disabled_at IS NULL
          WHERE assistant_grants.access_hash = $1 AND assistant_grants.access_expires_at > $2",
        access_hash,
        now
    )
}

/// Lists the connected assistants of a user, newest first.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn list(
    executor: impl Into<Executor<'_>>, user_id: Uuid, now: DateTime<Utc>,
) -> Result<Vec<ConnectedAssistant>> {
    query_all!(
        executor.into(),
        ConnectedAssistant,
        "SELECT id, name, redirect_uri, scopes, created_at, last_used_at, expires_at FROM assistant_grants
          WHERE user_id = $1 AND refresh_hash IS NOT NULL AND expires_at > $2 ORDER BY id DESC",
        user_id,
        now
    )
}

/// Stores the first tokens of a grant; returns false if its code was exchanged already.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn open(tx: &mut Tx, id: Uuid, tokens: &GrantTokens, now: DateTime<Utc>) -> Result<bool> {
    let opened = execute!(
        tx,
        "UPDATE assistant_grants SET access_hash = $2, access_expires_at = $3, refresh_hash = $4, expires_at = $5,
                refreshed_at = $6
          WHERE id = $1 AND refresh_hash IS NULL",
        id,
        &tokens.access_hash,
        tokens.access_expires_at,
        &tokens.refresh_hash,
        tokens.expires_at,
        now
    )?;
    Ok(opened == 1)
}

/// Replaces the tokens of a grant whose current refresh token is `used`; returns false if another request did so.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn renew(tx: &mut Tx, id: Uuid, used: &[u8], tokens: &GrantTokens, now: DateTime<Utc>) -> Result<bool> {
    let renewed = execute!(
        tx,
        "UPDATE assistant_grants SET access_hash = $3, access_expires_at = $4, refresh_hash = $5, expires_at = $6,
                previous_refresh_hash = $2, refreshed_at = $7
          WHERE id = $1 AND refresh_hash = $2",
        id,
        used,
        &tokens.access_hash,
        tokens.access_expires_at,
        &tokens.refresh_hash,
        tokens.expires_at,
        now
    )?;
    Ok(renewed == 1)
}

/// Records that the grant was used.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn touch(executor: impl Into<Executor<'_>>, id: Uuid, now: DateTime<Utc>) -> Result<()> {
    execute!(executor.into(), "UPDATE assistant_grants SET last_used_at = $2 WHERE id = $1", id, now).map(|_| ())
}

/// Ends a grant of the user; returns false if it does not exist.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn delete(tx: &mut Tx, user_id: Uuid, id: Uuid) -> Result<bool> {
    Ok(execute!(tx, "DELETE FROM assistant_grants WHERE user_id = $1 AND id = $2", user_id, id)? == 1)
}

/// Returns the owner and id of the grant with this access or refresh token.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn find_by_token(tx: &mut Tx, hash: &[u8]) -> Result<Option<(Uuid, Uuid)>> {
    let found: Option<Owner> = query_opt!(
        tx,
        Owner,
        "SELECT user_id, id FROM assistant_grants
          WHERE access_hash = $1 OR refresh_hash = $1 OR previous_refresh_hash = $1",
        hash
    )?;
    Ok(found.map(|Owner { user_id, id }| (user_id, id)))
}

#[derive(Debug, sqlx_macros::FromRow)]
struct Owner {
    user_id: Uuid,
    id: Uuid,
}
