//! Whom identity providers say that users are.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::{Result, Tx, macros::*};

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
