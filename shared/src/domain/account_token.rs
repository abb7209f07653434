//! Single-use tokens of accounts.

use serde_json::Value;
use sqlx::types::Json;
use uuid::Uuid;

use super::text_enum;

text_enum! {
    /// What a token is good for.
    TokenPurpose {
        /// Proves the address of an account.
        VerifyEmail = "verify_email",
        /// Sets a new password.
        ResetPassword = "reset_password",
        /// Proves the address that an account is to have.
        ChangeEmail = "change_email",
        /// Ends a sign-in by an identity provider.
        SignIn = "sign_in",
        /// Goes on with a sign-in that needs a second factor.
        SecondFactor = "second_factor",
    }
}

/// A token as kept.
#[derive(Debug, Clone, sqlx_macros::FromRow)]
pub struct AccountToken {
    /// Whose account.
    pub user_id: Uuid,
    /// What else it stands for, as a JSON object.
    pub detail: Json<Value>,
}
