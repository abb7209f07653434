//! Proves an address by the link that was mailed to it.

use axum::extract::State;
use serde::Deserialize;
use serde_json::json;
use shared::{
    domain::{account_token::TokenPurpose, now},
    store::{StoreError, Tx, account_token, audit::Action, mail, user},
};

use super::answer::Told;
use crate::{
    account_mails,
    auth::{key::hash_token, session},
    error::{ApiError, FieldError, Result},
    extract::{Json, RequestContext},
    layer::guard,
    state::AppState,
};

/// Token of the link.
#[derive(Deserialize, utoipa::ToSchema)]
#[schema(as = LinkToken)]
pub struct Body {
    token: String,
}

/// Verify an email address.
///
/// Uses the token of a verification email, for the current or a new address.
#[utoipa::path(
    post, path = "/api/auth/verify-email", tag = "auth", security(()), request_body = Body,
    responses((status = 200, body = Told))
)]
pub async fn handler(
    State(state): State<AppState>, context: RequestContext, Json(body): Json<Body>,
) -> Result<Json<Told>> {
    guard::count(&state, guard::LINK, &context.network()).await?;
    let hash = hash_token(&body.token);
    let mut tx = state.db.begin().await?;
    let is_done = verify(&mut tx, &hash, &context).await? || change(&mut tx, &hash, &context).await?;
    if !is_done {
        return Err(void());
    }
    tx.commit().await?;
    Ok(Told::new("Your email address is verified."))
}

/// A link that is unknown, used up or too old: which of them is not said.
pub(super) fn void() -> ApiError {
    ApiError::invalid("/token", "This link is no longer valid. Request a new one.")
}

async fn verify(tx: &mut Tx, hash: &[u8], context: &RequestContext) -> Result<bool> {
    let at = now();
    let Some(token) = account_token::take(tx, hash, TokenPurpose::VerifyEmail, at).await? else { return Ok(false) };
    let email = token.detail["email"].as_str().unwrap_or_default();
    if user::find(&mut *tx, token.user_id).await?.is_none_or(|user| user.email != email) {
        return Ok(false);
    }
    if user::verify_email(tx, token.user_id, email, at).await? {
        session::note(tx, Some(token.user_id), Action::EmailVerified, context, json!({"email": email})).await?;
    }
    account_token::delete_all(tx, token.user_id, TokenPurpose::VerifyEmail).await?;
    Ok(true)
}

async fn change(tx: &mut Tx, hash: &[u8], context: &RequestContext) -> Result<bool> {
    let at = now();
    let Some(token) = account_token::take(tx, hash, TokenPurpose::ChangeEmail, at).await? else { return Ok(false) };
    let new = token.detail["email"].as_str().unwrap_or_default();
    let Some(user) = user::find(&mut *tx, token.user_id).await? else { return Ok(false) };
    user::set_email(tx, user.id, new, at).await.map_err(taken)?;
    // Links to the old address must not open the account any more.
    for purpose in [TokenPurpose::ChangeEmail, TokenPurpose::ResetPassword, TokenPurpose::VerifyEmail] {
        account_token::delete_all(tx, user.id, purpose).await?;
    }
    let notice = account_mails::email_changes(&user.email, new, "The email address of your account is now");
    mail::insert(tx, &notice, at).await?;
    session::note(tx, Some(user.id), Action::EmailChanged, context, json!({"from": user.email, "to": new})).await?;
    Ok(true)
}

fn taken(error: StoreError) -> ApiError {
    match error {
        StoreError::Conflict { .. } => {
            ApiError::Conflict(FieldError::new("/token", "Another account already uses this email address."))
        }
        other => other.into(),
    }
}
