//! Contact messages to the operator.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::{Executor, Result, Tx, macros::*};
use crate::domain::{Page, fetched};

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

/// A stored message.
#[derive(Debug, Clone, sqlx_macros::FromRow)]
pub struct Message {
    /// Time-ordered.
    pub id: Uuid,
    /// Name given by the sender.
    pub name: String,
    /// Reply address.
    pub email: String,
    /// Text.
    pub message: String,
    /// Address of the client.
    pub address: String,
    /// Time of receipt.
    pub created_at: DateTime<Utc>,
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

/// Lists messages, newest first.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn list(executor: impl Into<Executor<'_>>, before: Option<Uuid>, limit: usize) -> Result<Page<Message>> {
    let rows = query_all!(
        executor.into(),
        Message,
        "SELECT id, name, email, message, address, created_at FROM contact_messages
          WHERE ($1 IS NULL OR id < $1) ORDER BY id DESC LIMIT $2",
        before,
        fetched(limit)
    )?;
    Ok(Page::from_rows(rows, limit, |message| message.id.to_string()))
}

/// Deletes a message; returns false if it does not exist.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn delete(executor: impl Into<Executor<'_>>, id: Uuid) -> Result<bool> {
    Ok(execute!(executor.into(), "DELETE FROM contact_messages WHERE id = $1", id)? == 1)
}

/// Returns the addresses of active administrators.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn administrators(executor: impl Into<Executor<'_>>) -> Result<Vec<String>> {
    let sql = "SELECT email FROM users WHERE role = 'admin' AND disabled_at IS NULL ORDER BY id";
    Ok(query_all!(executor.into(), (String,), sql)?.into_iter().map(|(email,)| email).collect())
}
