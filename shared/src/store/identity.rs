//! Whom identity providers say that users are.

use chrono::{DateTime, Utc};
use serde::Serialize;
use uuid::Uuid;

use super::{Executor, Result, Tx, macros::*};

/// An account at an identity provider that opens a user's account.
#[derive(Debug, Clone, Serialize, sqlx_macros::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct Identity {
    /// The provider.
    pub issuer: String,
    /// What the provider calls the user.
    pub subject: String,
    /// The address that the provider gave.
    pub email: String,
    /// When the user first signed in with it.
    pub created_at: DateTime<Utc>,
}

/// Returns the accounts at identity providers that open the user's account, oldest first.
///
/// # Errors
/// Those of the database.
pub async fn list(executor: impl Into<Executor<'_>>, user_id: Uuid) -> Result<Vec<Identity>> {
    let sql =
        "SELECT issuer, subject, email, created_at FROM identities WHERE user_id = $1 ORDER BY created_at, issuer";
    query_all!(executor.into(), Identity, sql, user_id)
}

/// The user whom the provider knows as `subject`.
///
/// # Errors
/// Those of the database.
pub async fn find(tx: &mut Tx, issuer: &str, subject: &str) -> Result<Option<Uuid>> {
    let sql = "SELECT user_id FROM identities WHERE issuer = $1 AND subject = $2";
    Ok(query_opt!(tx, (Uuid,), sql, issuer, subject)?.map(|(id,)| id))
}

/// Keeps whom the provider knows as `subject`, by which address.
///
/// # Errors
/// Those of the database; a conflict when it is kept already.
pub async fn insert(
    tx: &mut Tx, issuer: &str, subject: &str, user_id: Uuid, email: &str, now: DateTime<Utc>,
) -> Result<()> {
    execute!(
        tx,
        "INSERT INTO identities (issuer, subject, user_id, email, created_at) VALUES ($1, $2, $3, $4, $5)",
        issuer,
        subject,
        user_id,
        email,
        now
    )
    .map(|_| ())
}
