//! Messages in a project's room.

use chrono::{DateTime, Utc};
use serde::Serialize;
use uuid::Uuid;

/// A kept message.
#[derive(Debug, Clone, Serialize, sqlx_macros::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct ChatMessage {
    /// Time-ordered.
    pub id: Uuid,
    /// The project whose room it is in.
    pub room_id: Uuid,
    /// Who wrote it.
    pub user_id: Uuid,
    /// The text.
    pub message: String,
    /// When the server took it.
    pub created_at: DateTime<Utc>,
}

/// A kept message with its writer's name.
#[derive(Debug, Clone, sqlx_macros::FromRow)]
pub struct SignedMessage {
    /// Time-ordered.
    pub id: Uuid,
    /// The project whose room it is in.
    pub room_id: Uuid,
    /// Who wrote it.
    pub user_id: Uuid,
    /// The writer's name; `None` once the account is gone.
    pub user_name: Option<String>,
    /// The text.
    pub message: String,
    /// When the server took it.
    pub created_at: DateTime<Utc>,
}
