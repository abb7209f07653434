//! Single-use tokens of accounts, such as links in emails.

use chrono::{DateTime, Duration, Utc};
use serde_json::{Value, json};
use shared::{
    domain::{account_token::TokenPurpose, user::User},
    store::{StoreError, Tx, account_token, account_token::NewToken, mail},
};
use uuid::Uuid;

use super::key::{hash_token, random_token};
use crate::{account_mails, state::AppState};

/// Lifetime of a token.
fn lifetime(purpose: TokenPurpose) -> Duration {
    match purpose {
        TokenPurpose::VerifyEmail | TokenPurpose::ChangeEmail | TokenPurpose::UndoEmailChange => Duration::days(2),
        TokenPurpose::ResetPassword => Duration::hours(1),
        TokenPurpose::SignIn => Duration::minutes(1),
        TokenPurpose::SecondFactor => Duration::minutes(5),
    }
}

/// Creates a token for a user.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn issue(
    tx: &mut Tx, user_id: Uuid, purpose: TokenPurpose, detail: Value, now: DateTime<Utc>,
) -> Result<String, StoreError> {
    let token = random_token();
    let hash = hash_token(&token);
    let new = NewToken { hash: &hash, user_id, purpose, detail, expires_at: now + lifetime(purpose) };
    account_token::insert(tx, &new, now).await?;
    Ok(token)
}

/// Sends the link that verifies the user's address.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn send_verification(
    state: &AppState, tx: &mut Tx, id: Uuid, email: &str, now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let token = issue(tx, id, TokenPurpose::VerifyEmail, json!({"email": email}), now).await?;
    mail::insert(tx, &account_mails::verify_email(state, email, &token), now).await
}

/// Sends the link that sets a new password.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn send_reset(state: &AppState, tx: &mut Tx, user: &User, now: DateTime<Utc>) -> Result<(), StoreError> {
    let token = issue(tx, user.id, TokenPurpose::ResetPassword, json!({"email": user.email}), now).await?;
    mail::insert(tx, &account_mails::reset_password(state, &user.email, &token), now).await
}
