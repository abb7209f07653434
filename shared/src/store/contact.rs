//! What visitors wrote to the operator.

use chrono::{DateTime, Utc};

use super::{Executor, Result, Tx, macros::*};

/// A message to be kept.
#[derive(Debug, Clone)]
pub struct NewMessage<'a> {
    /// Who says to have written it.
    pub name: &'a str,
    /// Where an answer goes.
    pub email: &'a str,
    /// What they wrote.
    pub message: &'a str,
    /// From where.
    pub address: &'a str,
}

/// Keeps a message.
///
/// # Errors
/// Those of the database.
pub async fn insert(tx: &mut Tx, new: &NewMessage<'_>, now: DateTime<Utc>) -> Result<()> {
    execute!(
        tx,
        "INSERT INTO contact_messages (id, name, email, message, address, created_at) VALUES ($1, $2, $3, $4, $5, $6)",
        crate::domain::new_id(),
        new.name,
        new.email,
        new.message,
        new.address,
        now
    )
    .map(|_| ())
}

/// The addresses of the administrators who can sign in.
///
/// # Errors
/// Those of the database.
pub async fn administrators(executor: impl Into<Executor<'_>>) -> Result<Vec<String>> {
    let sql = "SELECT email FROM users WHERE role = 'admin' AND disabled_at IS NULL ORDER BY id";
    Ok(query_all!(executor.into(), (String,), sql)?.into_iter().map(|(email,)| email).collect())
}
