//! Links by mail, and other tokens of an account that are good for one thing, once, and not for long.

use chrono::{DateTime, Duration, Utc};
use serde_json::{Value, json};
use shared::{
    domain::{account_token::TokenPurpose, user::User},
    store::{StoreError, Tx, account_token, account_token::NewToken, mail},
};
use uuid::Uuid;

use super::key::{hash_token, random_token};
use crate::{account_mails, state::AppState};

/// How long a token holds.
fn lifetime(purpose: TokenPurpose) -> Duration {
    match purpose {
        TokenPurpose::VerifyEmail | TokenPurpose::ChangeEmail => Duration::days(2),
        TokenPurpose::ResetPassword => Duration::hours(1),
        TokenPurpose::SignIn => Duration::minutes(1),
        TokenPurpose::SecondFactor => Duration::minutes(5),
    }
}

/// Makes a token for a user.
///
/// # Errors
/// Those of the database.
pub async fn issue(
    tx: &mut Tx, user_id: Uuid, purpose: TokenPurpose, detail: Value, now: DateTime<Utc>,
) -> Result<String, StoreError> {
    let token = random_token();
    let hash = hash_token(&token);
    let new = NewToken { hash: &hash, user_id, purpose, detail, expires_at: now + lifetime(purpose) };
    account_token::insert(tx, &new, now).await?;
    Ok(token)
}

/// Sends the link that proves the user's address.
///
/// # Errors
/// Those of the database.
pub async fn send_verification(
    state: &AppState, tx: &mut Tx, id: Uuid, email: &str, now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let token = issue(tx, id, TokenPurpose::VerifyEmail, json!({"email": email}), now).await?;
    mail::insert(tx, &account_mails::verify_email(state, email, &token), now).await
}

/// Sends the link that sets a new password.
///
/// # Errors
/// Those of the database.
pub async fn send_reset(state: &AppState, tx: &mut Tx, user: &User, now: DateTime<Utc>) -> Result<(), StoreError> {
    let token = issue(tx, user.id, TokenPurpose::ResetPassword, json!({"email": user.email}), now).await?;
    mail::insert(tx, &account_mails::reset_password(state, &user.email, &token), now).await
}
