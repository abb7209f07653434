//! Single-use tokens of accounts. Kept as hashes; taking one is what uses it up.

use chrono::{DateTime, Utc};
use serde_json::Value;
use sqlx::types::Json;
use uuid::Uuid;

use super::{Executor, Result, Tx, macros::*};
use crate::domain::account_token::{AccountToken, TokenPurpose};

/// A token to be.
#[derive(Debug, Clone)]
pub struct NewToken<'a> {
    /// What is kept of it.
    pub hash: &'a [u8],
    /// Whose account.
    pub user_id: Uuid,
    /// What it is good for.
    pub purpose: TokenPurpose,
    /// What else it stands for, as a JSON object.
    pub detail: Value,
    /// When it ends.
    pub expires_at: DateTime<Utc>,
}

/// Keeps a token.
///
/// # Errors
/// Those of the database.
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

/// The token with this hash, if it holds at `now`; it stays good.
///
/// # Errors
/// Those of the database.
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

/// Uses the token up, if it holds at `now`. Of two who take it, one gets it.
///
/// # Errors
/// Those of the database.
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

/// Makes all tokens of the user for this purpose void.
///
/// # Errors
/// Those of the database.
pub async fn delete_all(tx: &mut Tx, user_id: Uuid, purpose: TokenPurpose) -> Result<()> {
    execute!(tx, "DELETE FROM account_tokens WHERE user_id = $1 AND purpose = $2", user_id, purpose).map(|_| ())
}

/// Forgets tokens that ended before `before`.
///
/// # Errors
/// Those of the database.
pub async fn delete_ended(executor: impl Into<Executor<'_>>, before: DateTime<Utc>) -> Result<u64> {
    execute!(executor.into(), "DELETE FROM account_tokens WHERE expires_at < $1", before)
}
