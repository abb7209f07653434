//! Who a connection belongs to, and for how long.

use chrono::{DateTime, Utc};
use uuid::Uuid;

/// What a checked token says.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TokenClaims {
    /// Whose connection it is.
    pub(crate) user_id: Uuid,
    /// The sign-in behind the token.
    pub(crate) session_id: Uuid,
    /// When the token's time is over.
    pub(crate) expires_at: DateTime<Utc>,
}
