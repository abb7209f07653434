//! Sessions of signed-in users.

use chrono::{DateTime, Utc};
use serde::Serialize;
use uuid::Uuid;

/// A session as shown to its user.
#[derive(Debug, Clone, Serialize, sqlx_macros::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct Session {
    /// Time-ordered.
    pub id: Uuid,
    /// User agent of the browser.
    pub user_agent: String,
    /// Address of the sign-in.
    pub address: String,
    /// Time of the sign-in.
    pub created_at: DateTime<Utc>,
    /// Time of last use.
    pub last_seen_at: DateTime<Utc>,
    /// End of validity unless it is used before.
    pub expires_at: DateTime<Utc>,
}
