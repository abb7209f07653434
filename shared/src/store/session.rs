//! Sessions, one per sign-in, with a cookie and a chain of refresh tokens. Tokens are stored as hashes.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::{Executor, Result, Tx, macros::*};
use crate::domain::{session::Session, user::Role};

/// A valid session with the data of its user that requests need.
#[derive(Debug, Clone, sqlx_macros::FromRow)]
pub struct LiveSession {
    /// Session.
    pub id: Uuid,
    /// User.
    pub user_id: Uuid,
    /// Current role of the user.
    pub role: Role,
    /// Time of last use.
    pub last_seen_at: DateTime<Utc>,
    /// End of validity unless it is used before.
    pub expires_at: DateTime<Utc>,
}

/// A session to store.
#[derive(Debug, Clone)]
pub struct NewSession {
    /// Time-ordered.
    pub id: Uuid,
    /// Owner.
    pub user_id: Uuid,
    /// Hash of its cookie.
    pub cookie_hash: Vec<u8>,
    /// User agent of the browser.
    pub user_agent: String,
    /// Address of the client.
    pub address: String,
    /// End of validity unless it is used before.
    pub expires_at: DateTime<Utc>,
}

/// A stored refresh token.
#[derive(Debug, Clone, sqlx_macros::FromRow)]
pub struct RefreshToken {
    /// Session of the token.
    pub session_id: Uuid,
    /// End of validity.
    pub expires_at: DateTime<Utc>,
    /// Time of the exchange; `None` before.
    pub used_at: Option<DateTime<Utc>>,
    /// Hash of its successor.
    pub successor_hash: Option<Vec<u8>>,
}

/// Stores a session.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn insert(tx: &mut Tx, new: &NewSession, now: DateTime<Utc>) -> Result<()> {
    execute!(
        tx,
        "INSERT INTO sessions (id, user_id, cookie_hash, user_agent, address, created_at, last_seen_at, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6, $6, $7)",
        new.id,
        new.user_id,
        &new.cookie_hash,
        &new.user_agent,
        &new.address,
        now,
        new.expires_at
    )
    .map(|_| ())
}

macro_rules! live_columns {
    () => {
        "SELECT sessions.id, sessions.user_id, users.role, sessions.last_seen_at, sessions.expires_at
           FROM sessions JOIN users ON users.id = sessions.user_id AND users.disabled_at IS NULL "
    };
}

/// Returns the session if it is valid at `now`.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn find_live(executor: impl Into<Executor<'_>>, id: Uuid, now: DateTime<Utc>) -> Result<Option<LiveSession>> {
    let sql =
        concat!(live_columns!(), "WHERE sessions.id = $1 AND sessions.revoked_at IS NULL AND sessions.expires_at > $2");
    query_opt!(executor.into(), LiveSession, sql, id, now)
}

/// Returns the session of a cookie if it is valid at `now`.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn find_by_cookie(
    executor: impl Into<Executor<'_>>, cookie_hash: &[u8], now: DateTime<Utc>,
) -> Result<Option<LiveSession>> {
    let sql = concat!(
        live_columns!(),
        "WHERE sessions.cookie_hash = $1 AND sessions.revoked_at IS NULL AND sessions.expires_at > $2"
    );
    query_opt!(executor.into(), LiveSession, sql, cookie_hash, now)
}

/// Lists the user's sessions that are valid at `now`, newest first.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn list(executor: impl Into<Executor<'_>>, user_id: Uuid, now: DateTime<Utc>) -> Result<Vec<Session>> {
    query_all!(
        executor.into(),
        Session,
        "SELECT id, user_agent, address, created_at, last_seen_at, expires_at FROM sessions
          WHERE user_id = $1 AND revoked_at IS NULL AND expires_at > $2 ORDER BY id DESC",
        user_id,
        now
    )
}

/// Lists the addresses of the user's sessions, including ended ones that are still stored.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn addresses(executor: impl Into<Executor<'_>>, user_id: Uuid) -> Result<Vec<String>> {
    let sql = "SELECT DISTINCT address FROM sessions WHERE user_id = $1";
    let found = query_all!(executor.into(), (String,), sql, user_id)?;
    Ok(found.into_iter().map(|(address,)| address).collect())
}

/// Records that the session was used, and extends it.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn touch(tx: &mut Tx, id: Uuid, now: DateTime<Utc>, expires_at: DateTime<Utc>) -> Result<()> {
    execute!(
        tx,
        "UPDATE sessions SET last_seen_at = $2, expires_at = $3 WHERE id = $1 AND revoked_at IS NULL",
        id,
        now,
        expires_at
    )
    .map(|_| ())
}

/// Ends a session of the user; returns false if there is no such valid session.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn revoke(tx: &mut Tx, user_id: Uuid, id: Uuid, now: DateTime<Utc>) -> Result<bool> {
    let ended = execute!(
        tx,
        "UPDATE sessions SET revoked_at = $3 WHERE id = $2 AND user_id = $1 AND revoked_at IS NULL",
        user_id,
        id,
        now
    )?;
    Ok(ended == 1)
}

/// Ends all sessions of the user except `keep`, if given; returns the valid ones.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn revoke_others(tx: &mut Tx, user_id: Uuid, keep: Option<Uuid>, now: DateTime<Utc>) -> Result<Vec<Uuid>> {
    let ended = write_all!(
        tx,
        (Uuid,),
        "UPDATE sessions SET revoked_at = $3
          WHERE user_id = $1 AND revoked_at IS NULL AND ($2 IS NULL OR id <> $2) RETURNING id",
        user_id,
        keep,
        now
    )?;
    Ok(ended.into_iter().map(|(id,)| id).collect())
}

/// Deletes sessions that ended before `before`, with their refresh tokens; returns their number.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn delete_ended(executor: impl Into<Executor<'_>>, before: DateTime<Utc>) -> Result<u64> {
    execute!(executor.into(), "DELETE FROM sessions WHERE expires_at < $1 OR revoked_at < $1", before)
}

/// Stores a refresh token.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn insert_refresh(
    tx: &mut Tx, session_id: Uuid, hash: &[u8], now: DateTime<Utc>, expires_at: DateTime<Utc>,
) -> Result<()> {
    execute!(
        tx,
        "INSERT INTO refresh_tokens (token_hash, session_id, created_at, expires_at) VALUES ($1, $2, $3, $4)",
        hash,
        session_id,
        now,
        expires_at
    )
    .map(|_| ())
}

/// Returns the refresh token with this hash.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn find_refresh(tx: &mut Tx, hash: &[u8]) -> Result<Option<RefreshToken>> {
    query_opt!(
        tx,
        RefreshToken,
        "SELECT session_id, expires_at, used_at, successor_hash FROM refresh_tokens WHERE token_hash = $1",
        hash
    )
}

/// Marks a refresh token as exchanged; returns false if another request was faster.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn use_refresh(tx: &mut Tx, hash: &[u8], successor_hash: &[u8], now: DateTime<Utc>) -> Result<bool> {
    let used = execute!(
        tx,
        "UPDATE refresh_tokens SET used_at = $3, successor_hash = $2 WHERE token_hash = $1 AND used_at IS NULL",
        hash,
        successor_hash,
        now
    )?;
    Ok(used == 1)
}

/// Deletes the session's refresh tokens that were exchanged or expired before `before`.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn forget_refresh(tx: &mut Tx, session_id: Uuid, before: DateTime<Utc>) -> Result<u64> {
    execute!(
        tx,
        "DELETE FROM refresh_tokens WHERE session_id = $1 AND (used_at < $2 OR expires_at < $2)",
        session_id,
        before
    )
}
