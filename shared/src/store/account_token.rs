//! Single-use tokens of accounts, stored as hashes. Taking a token consumes it.

use chrono::{DateTime, Utc};
use serde_json::Value;
use sqlx::types::Json;
use uuid::Uuid;

use super::{Executor, Result, Tx, macros::*};
use crate::domain::account_token::{AccountToken, TokenPurpose};

/// A token to store.
#[derive(Debug, Clone)]
pub struct NewToken<'a> {
    /// Hash of the token.
    pub hash: &'a [u8],
    /// Owner of the account.
    pub user_id: Uuid,
    /// Purpose.
    pub purpose: TokenPurpose,
    /// Further data, as a JSON object.
    pub detail: Value,
    /// End of validity.
    pub expires_at: DateTime<Utc>,
}

/// Stores a token.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn insert(tx: &mut Tx, new: &NewToken<'_>, now: DateTime<Utc>) -> Result<()> {
    execute!(
        tx,
        "INSERT INTO account_tokens (token_hash, user_id, purpose, detail, created_at, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6)",
        new.hash,
        new.user_id,
        new.purpose,
        Json(&new.detail),
        now,
        new.expires_at
    )
    .map(|_| ())
}

/// Returns the token with this hash if it is valid at `now`, without consuming it.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn find(
    executor: impl Into<Executor<'_>>, hash: &[u8], purpose: TokenPurpose, now: DateTime<Utc>,
) -> Result<Option<AccountToken>> {
    query_opt!(
        executor.into(),
        AccountToken,
        "SELECT user_id, detail FROM account_tokens WHERE token_hash = $1 AND purpose = $2 AND expires_at > $3",
        hash,
        purpose,
        now
    )
}

/// Consumes the token if it is valid at `now`. Of concurrent callers one gets it.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn take(tx: &mut Tx, hash: &[u8], purpose: TokenPurpose, now: DateTime<Utc>) -> Result<Option<AccountToken>> {
    write_opt!(
        tx,
        AccountToken,
        "DELETE FROM account_tokens WHERE token_hash = $1 AND purpose = $2 AND expires_at > $3
         RETURNING user_id, detail",
        hash,
        purpose,
        now
    )
}

/// Deletes all tokens of the user for this purpose.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn delete_all(tx: &mut Tx, user_id: Uuid, purpose: TokenPurpose) -> Result<()> {
    execute!(tx, "DELETE FROM account_tokens WHERE user_id = $1 AND purpose = $2", user_id, purpose).map(|_| ())
}

/// Returns whether the user has a token for this purpose that is valid at `now`.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn is_pending(tx: &mut Tx, user_id: Uuid, purpose: TokenPurpose, now: DateTime<Utc>) -> Result<bool> {
    let sql = "SELECT COUNT(*) FROM account_tokens WHERE user_id = $1 AND purpose = $2 AND expires_at > $3";
    Ok(query_value!(tx, i64, sql, user_id, purpose, now)? > 0)
}

/// Deletes all tokens of the user for every purpose; returns the purposes of those that were valid at `now`. The link
/// that undoes a change of the address stays, because a thief could end it otherwise.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn end_all(tx: &mut Tx, user_id: Uuid, now: DateTime<Utc>) -> Result<Vec<TokenPurpose>> {
    let sql = "DELETE FROM account_tokens WHERE user_id = $1 AND purpose <> $2 RETURNING purpose, expires_at";
    let ended = write_all!(tx, (TokenPurpose, DateTime<Utc>), sql, user_id, TokenPurpose::UndoEmailChange)?;
    Ok(ended.into_iter().filter(|(_, expires_at)| *expires_at > now).map(|(purpose, _)| purpose).collect())
}

/// Deletes tokens that expired before `before`.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn delete_ended(executor: impl Into<Executor<'_>>, before: DateTime<Utc>) -> Result<u64> {
    execute!(executor.into(), "DELETE FROM account_tokens WHERE expires_at < $1", before)
}
