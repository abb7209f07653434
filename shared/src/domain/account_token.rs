//! Single-use tokens of accounts.

use serde_json::Value;
use sqlx::types::Json;
use uuid::Uuid;

use super::text_enum;

text_enum! {
    /// Purpose of a token.
    TokenPurpose {
        /// Verifies the address of an account.
        VerifyEmail = "verify_email",
        /// Sets a new password.
        ResetPassword = "reset_password",
        /// Verifies the new address of an account.
        ChangeEmail = "change_email",
        /// Restores the address before a change.
        UndoEmailChange = "undo_email_change",
        /// Completes a sign-in with an identity provider.
        SignIn = "sign_in",
        /// Continues a sign-in that needs a second factor.
        SecondFactor = "second_factor",
    }
}

/// A stored token.
#[derive(Debug, Clone, sqlx_macros::FromRow)]
pub struct AccountToken {
    /// Owner of the account.
    pub user_id: Uuid,
    /// Further data, as a JSON object.
    pub detail: Json<Value>,
}
