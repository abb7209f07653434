//! Notifications: what a user is told, kept until read.

use chrono::{DateTime, Utc};
use serde::Serialize;
use uuid::Uuid;

/// A notification as stored.
#[derive(Debug, Clone, Serialize, sqlx_macros::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct Notification {
    /// Time-ordered.
    pub id: Uuid,
    /// `info`, `success`, `warning` or `error`.
    #[sqlx(rename = "type")]
    pub r#type: String,
    /// A few words.
    pub title: String,
    /// A sentence.
    pub message: String,
    /// When it was read; `None` before.
    pub read_at: Option<DateTime<Utc>>,
    /// When it was made.
    pub created_at: DateTime<Utc>,
}

/// A notification to be.
#[derive(Debug, Clone)]
pub struct NewNotification {
    /// `info`, `success`, `warning` or `error`.
    pub r#type: &'static str,
    /// A few words.
    pub title: String,
    /// A sentence.
    pub message: String,
}
