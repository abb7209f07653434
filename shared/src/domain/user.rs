//! Users and their roles.

use chrono::{DateTime, Utc};
use serde_json::Value;
use sqlx::types::Json;
use uuid::Uuid;

use super::text_enum;

text_enum! {
    /// Role of a user in the installation.
    #[schema(as = UserRole)]
    Role {
        /// A normal user.
        Free = "free",
        /// An administrator of the installation.
        Admin = "admin",
    }
}

/// A stored user.
#[derive(Debug, Clone, sqlx_macros::FromRow)]
pub struct User {
    /// Time-ordered.
    pub id: Uuid,
    /// Trimmed and lower-cased; unique.
    pub email: String,
    /// Display name.
    pub name: String,
    /// Given name; may be empty.
    pub first_name: String,
    /// Family name; may be empty.
    pub last_name: String,
    /// Company, if given.
    pub company: Option<String>,
    /// Role.
    pub role: Role,
    /// Argon2id hash in PHC format; `None` for sign-in with an identity provider only.
    pub password_hash: Option<String>,
    /// URL of the picture.
    pub avatar: Option<String>,
    /// Preferences, as a JSON object.
    pub preferences: Json<Value>,
    /// Time when the address was verified; `None` before.
    pub email_verified_at: Option<DateTime<Utc>>,
    /// Time when onboarding was completed; `None` before.
    pub onboarded_at: Option<DateTime<Utc>>,
    /// Subscription plan.
    pub plan: String,
    /// End of the trial.
    pub trial_ends_at: Option<DateTime<Utc>>,
    /// Time when the account was disabled; `None` if it is enabled.
    pub disabled_at: Option<DateTime<Utc>>,
    /// Time of creation.
    pub created_at: DateTime<Utc>,
}
