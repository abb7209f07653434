//! People and what they may do.

use chrono::{DateTime, Utc};
use serde_json::Value;
use sqlx::types::Json;
use uuid::Uuid;

use super::text_enum;

text_enum! {
    /// What a user may do in the installation as a whole.
    #[schema(as = UserRole)]
    Role {
        /// The whole app, on one's own workspaces.
        Free = "free",
        /// The installation's administrator.
        Admin = "admin",
    }
}

/// A user as stored.
#[derive(Debug, Clone, sqlx_macros::FromRow)]
pub struct User {
    /// Time-ordered.
    pub id: Uuid,
    /// Trimmed and lower-cased; unique.
    pub email: String,
    /// How the user is called.
    pub name: String,
    /// Given name; may be empty.
    pub first_name: String,
    /// Family name; may be empty.
    pub last_name: String,
    /// The firm, if told.
    pub company: Option<String>,
    /// Free or admin.
    pub role: Role,
    /// Argon2id in PHC form; `None` for sign-in by an identity provider alone.
    pub password_hash: Option<String>,
    /// Address of the picture.
    pub avatar: Option<String>,
    /// What the user chose, as a JSON object.
    pub preferences: Json<Value>,
    /// When the address was proved; `None` before.
    pub email_verified_at: Option<DateTime<Utc>>,
    /// When onboarding ended; `None` while it is needed.
    pub onboarded_at: Option<DateTime<Utc>>,
    /// The subscription's plan.
    pub plan: String,
    /// When the trial ends.
    pub trial_ends_at: Option<DateTime<Utc>>,
    /// Since when the account is shut out; `None` while it is not.
    pub disabled_at: Option<DateTime<Utc>>,
    /// When the account was made.
    pub created_at: DateTime<Utc>,
}
