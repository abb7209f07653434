//! Chat messages of projects.

use chrono::{DateTime, Utc};
use serde::Serialize;
use uuid::Uuid;

/// A stored message.
#[derive(Debug, Clone, Serialize, sqlx_macros::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct ChatMessage {
    /// Time-ordered.
    pub id: Uuid,
    /// Project of the chat.
    pub room_id: Uuid,
    /// Author.
    pub user_id: Uuid,
    /// The text.
    pub message: String,
    /// Time of receipt by the server.
    pub created_at: DateTime<Utc>,
}

/// A stored message with the author's name.
#[derive(Debug, Clone, sqlx_macros::FromRow)]
pub struct SignedMessage {
    /// Time-ordered.
    pub id: Uuid,
    /// Project of the chat.
    pub room_id: Uuid,
    /// Author.
    pub user_id: Uuid,
    /// Name of the author; `None` after the account was deleted.
    pub user_name: Option<String>,
    /// The text.
    pub message: String,
    /// Time of receipt by the server.
    pub created_at: DateTime<Utc>,
}
