//! Second factors: time-based codes, and recovery codes for who has lost the device.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::{Executor, Result, Tx, macros::*};

/// A user's second factor.
#[derive(Debug, Clone, sqlx_macros::FromRow)]
pub struct TwoFactor {
    /// Its secret follows from it and from the installation's secret.
    pub nonce: Vec<u8>,
    /// Since when sign-ins need it; `None` while it is being set up.
    pub confirmed_at: Option<DateTime<Utc>>,
}

/// Returns the user's second factor, which may be unconfirmed.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn find(executor: impl Into<Executor<'_>>, user_id: Uuid) -> Result<Option<TwoFactor>> {
    query_opt!(executor.into(), TwoFactor, "SELECT nonce, confirmed_at FROM two_factors WHERE user_id = $1", user_id)
}

/// Starts the setup of a second factor, replacing an unconfirmed one; returns false if the user has one.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn begin(executor: impl Into<Executor<'_>>, user_id: Uuid, nonce: &[u8], now: DateTime<Utc>) -> Result<bool> {
    let begun = execute!(
        executor.into(),
        "INSERT INTO two_factors (user_id, nonce, last_step, created_at) VALUES ($1, $2, 0, $3)
         ON CONFLICT (user_id) DO UPDATE SET nonce = excluded.nonce, last_step = 0, created_at = excluded.created_at
          WHERE two_factors.confirmed_at IS NULL",
        user_id,
        nonce,
        now
    )?;
    Ok(begun == 1)
}

/// Confirms the second factor, which sign-ins then require; returns false if it was confirmed.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn confirm(tx: &mut Tx, user_id: Uuid, now: DateTime<Utc>) -> Result<bool> {
    let confirmed = execute!(
        tx,
        "UPDATE two_factors SET confirmed_at = $2 WHERE user_id = $1 AND confirmed_at IS NULL",
        user_id,
        now
    )?;
    Ok(confirmed == 1)
}

/// Records that the code of a time step was used; returns false if this one or a later one was used before.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn use_step(tx: &mut Tx, user_id: Uuid, step: i64) -> Result<bool> {
    let used =
        execute!(tx, "UPDATE two_factors SET last_step = $2 WHERE user_id = $1 AND last_step < $2", user_id, step)?;
    Ok(used == 1)
}

/// Deletes the second factor with its recovery codes; returns false if there is none.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn delete(tx: &mut Tx, user_id: Uuid) -> Result<bool> {
    execute!(tx, "DELETE FROM recovery_codes WHERE user_id = $1", user_id)?;
    Ok(execute!(tx, "DELETE FROM two_factors WHERE user_id = $1", user_id)? == 1)
}

/// Replaces the user's recovery codes.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn set_recovery_codes(tx: &mut Tx, user_id: Uuid, hashes: &[Vec<u8>]) -> Result<()> {
    execute!(tx, "DELETE FROM recovery_codes WHERE user_id = $1", user_id)?;
    for hash in hashes {
        execute!(tx, "INSERT INTO recovery_codes (user_id, code_hash) VALUES ($1, $2)", user_id, hash)?;
    }
    Ok(())
}

/// Consumes a recovery code; returns false if it is invalid.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn use_recovery_code(tx: &mut Tx, user_id: Uuid, hash: &[u8]) -> Result<bool> {
    let used = execute!(tx, "DELETE FROM recovery_codes WHERE user_id = $1 AND code_hash = $2", user_id, hash)?;
    Ok(used == 1)
}

/// Counts the user's remaining recovery codes.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn count_recovery_codes(executor: impl Into<Executor<'_>>, user_id: Uuid) -> Result<i64> {
    query_value!(executor.into(), i64, "SELECT COUNT(*) FROM recovery_codes WHERE user_id = $1", user_id)
}
