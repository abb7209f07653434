//! Sessions: sign-ins that hold.

use chrono::{DateTime, Utc};
use serde::Serialize;
use uuid::Uuid;

/// A session as its user sees it.
#[derive(Debug, Clone, Serialize, sqlx_macros::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct Session {
    /// Time-ordered.
    pub id: Uuid,
    /// What the browser calls itself.
    pub user_agent: String,
    /// From where it was begun.
    pub address: String,
    /// When.
    pub created_at: DateTime<Utc>,
    /// When its user was last seen in it.
    pub last_seen_at: DateTime<Utc>,
    /// When it ends unless it is used before.
    pub expires_at: DateTime<Utc>,
}
