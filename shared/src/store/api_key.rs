//! Personal API keys, stored as hashes.

use chrono::{DateTime, Utc};
use sqlx::types::Json;
use uuid::Uuid;

use super::{Executor, Result, Tx, macros::*};
use crate::domain::{
    api_key::{ApiKey, Scope, Scopes},
    user::Role,
};

/// A key to store.
#[derive(Debug, Clone)]
pub struct NewApiKey<'a> {
    /// Time-ordered.
    pub id: Uuid,
    /// Owner.
    pub user_id: Uuid,
    /// Purpose.
    pub name: &'a str,
    /// Prefix of the key.
    pub prefix: &'a str,
    /// Hash of the key.
    pub hash: &'a [u8],
    /// Scopes.
    pub scopes: Scopes,
    /// End of validity; `None` for never.
    pub expires_at: Option<DateTime<Utc>>,
}

/// A valid key with the data of its user that requests need.
#[derive(Debug, Clone, sqlx_macros::FromRow)]
pub struct LiveKey {
    /// Id of the key.
    pub id: Uuid,
    /// Owner.
    pub user_id: Uuid,
    /// Current role of the user.
    pub role: Role,
    /// Scopes.
    #[sqlx(json)]
    pub scopes: Vec<Scope>,
    /// Time of last use, to the hour.
    pub last_used_at: Option<DateTime<Utc>>,
}

/// Stores a key.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn insert(tx: &mut Tx, new: &NewApiKey<'_>, now: DateTime<Utc>) -> Result<()> {
    execute!(
        tx,
        "INSERT INTO api_keys (id, user_id, name, prefix, key_hash, scopes, created_at, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        new.id,
        new.user_id,
        new.name,
        new.prefix,
        new.hash,
        Json(new.scopes.to_vec()),
        now,
        new.expires_at
    )
    .map(|_| ())
}

/// Lists the user's keys, newest first.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn list(executor: impl Into<Executor<'_>>, user_id: Uuid) -> Result<Vec<ApiKey>> {
    query_all!(
        executor.into(),
        ApiKey,
        "SELECT id, name, prefix, scopes, created_at, last_used_at, expires_at FROM api_keys
          WHERE user_id = $1 ORDER BY id DESC",
        user_id
    )
}

/// Returns the key with this hash if it is valid at `now`.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn find_live(executor: impl Into<Executor<'_>>, hash: &[u8], now: DateTime<Utc>) -> Result<Option<LiveKey>> {
    query_opt!(
        executor.into(),
        LiveKey,
        "SELECT api_keys.id, api_keys.user_id, users.role, api_keys.scopes, api_keys.last_used_at
           FROM api_keys JOIN users ON users.id = api_keys.user_id AND users.disabled_at IS NULL
          WHERE api_keys.key_hash = $1 AND (api_keys.expires_at IS NULL OR api_keys.expires_at > $2)",
        hash,
        now
    )
}

/// Records that the key was used.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn touch(executor: impl Into<Executor<'_>>, id: Uuid, now: DateTime<Utc>) -> Result<()> {
    execute!(executor.into(), "UPDATE api_keys SET last_used_at = $2 WHERE id = $1", id, now).map(|_| ())
}

/// Deletes a key of the user; returns false if it does not exist.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn delete(tx: &mut Tx, user_id: Uuid, id: Uuid) -> Result<bool> {
    Ok(execute!(tx, "DELETE FROM api_keys WHERE user_id = $1 AND id = $2", user_id, id)? == 1)
}
