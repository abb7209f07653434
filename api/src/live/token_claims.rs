//! Identity and validity of a connection.

use chrono::{DateTime, Utc};
use uuid::Uuid;

/// Claims of a verified token.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TokenClaims {
    /// User.
    pub(crate) user_id: Uuid,
    /// Session of the token.
    pub(crate) session_id: Uuid,
    /// Expiry of the token.
    pub(crate) expires_at: DateTime<Utc>,
}
