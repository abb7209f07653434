//! Contact messages to the operator.

use chrono::{DateTime, Utc};

use super::{Executor, Result, Tx, macros::*};

/// A message to store.
#[derive(Debug, Clone)]
pub struct NewMessage<'a> {
    /// Name given by the sender.
    pub name: &'a str,
    /// Reply address.
    pub email: &'a str,
    /// Text.
    pub message: &'a str,
    /// Address of the client.
    pub address: &'a str,
}

/// Stores a message.
///
/// # Errors
/// Returns an error if the query fails.
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

/// Returns the addresses of active administrators.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn administrators(executor: impl Into<Executor<'_>>) -> Result<Vec<String>> {
    let sql = "SELECT email FROM users WHERE role = 'admin' AND disabled_at IS NULL ORDER BY id";
    Ok(query_all!(executor.into(), (String,), sql)?.into_iter().map(|(email,)| email).collect())
}
