//! Links between users and accounts at identity providers.

use chrono::{DateTime, Utc};
use serde::Serialize;
use uuid::Uuid;

use super::{Executor, Result, Tx, macros::*};

/// An account at an identity provider that can sign in to a user's account.
#[derive(Debug, Clone, Serialize, sqlx_macros::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct Identity {
    /// The provider.
    pub issuer: String,
    /// Subject: the provider's id of the user.
    pub subject: String,
    /// Email address from the provider.
    pub email: String,
    /// Time of the first sign-in with it.
    pub created_at: DateTime<Utc>,
}

/// Lists the linked accounts of the user at identity providers, oldest first.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn list(executor: impl Into<Executor<'_>>, user_id: Uuid) -> Result<Vec<Identity>> {
    let sql =
        "SELECT issuer, subject, email, created_at FROM identities WHERE user_id = $1 ORDER BY created_at, issuer";
    query_all!(executor.into(), Identity, sql, user_id)
}

/// Returns the user with the provider's `subject`.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn find(tx: &mut Tx, issuer: &str, subject: &str) -> Result<Option<Uuid>> {
    let sql = "SELECT user_id FROM identities WHERE issuer = $1 AND subject = $2";
    Ok(query_opt!(tx, (Uuid,), sql, issuer, subject)?.map(|(id,)| id))
}

/// Stores the user of the provider's `subject`, with the address.
///
/// # Errors
/// Returns an error if the query fails; a conflict if the link exists.
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
