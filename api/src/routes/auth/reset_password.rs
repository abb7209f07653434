//! Sets a new password by the link that was mailed.

use axum::extract::State;
use serde::Deserialize;
use serde_json::json;
use shared::{
    domain::{account_token::TokenPurpose, now},
    store::{account_token, audit::Action, mail, session as sessions, user},
};

use super::{answer::Told, check, verify_email::void};
use crate::{
    account_mails,
    auth::{key::hash_token, session},
    error::{ApiError, Result},
    extract::{Json, RequestContext},
    layer::guard,
    state::AppState,
};

/// What the link carries, and the password to be.
#[derive(Deserialize, utoipa::ToSchema)]
#[schema(as = PasswordReset)]
pub struct Body {
    token: String,
    #[schema(min_length = 8, format = Password)]
    password: String,
}

/// Reset the password.
///
/// Uses the token of a reset email. Ends all sessions and marks the address as verified.
#[utoipa::path(
    post, path = "/api/auth/reset-password", tag = "auth", security(()), request_body = Body,
    responses((status = 200, body = Told))
)]
pub async fn handler(
    State(state): State<AppState>, context: RequestContext, Json(body): Json<Body>,
) -> Result<Json<Told>> {
    guard::count(&state, guard::LINK, &context.network()).await?;
    let mut errors = Vec::new();
    check::password(&body.password, &mut errors);
    if !errors.is_empty() {
        return Err(ApiError::Invalid(errors));
    }
    let (hash, at) = (hash_token(&body.token), now());
    // Hashing is expensive, so an invalid link is rejected first.
    account_token::find(&state.db, &hash, TokenPurpose::ResetPassword, at).await?.ok_or_else(void)?;
    let password = state.passwords.hash(body.password).await?;
    let mut tx = state.db.begin().await?;
    let token = account_token::take(&mut tx, &hash, TokenPurpose::ResetPassword, at).await?.ok_or_else(void)?;
    let user = user::find(&mut tx, token.user_id).await?.ok_or_else(void)?;
    user::set_password(&mut tx, user.id, &password).await?;
    user::verify_email(&mut tx, user.id, &user.email, at).await?;
    account_token::delete_all(&mut tx, user.id, TokenPurpose::ResetPassword).await?;
    let ended = sessions::revoke_others(&mut tx, user.id, None, at).await?;
    mail::insert(&mut tx, &account_mails::password_changed(&user.email), at).await?;
    let detail = json!({"sessionsEnded": ended.len()});
    session::note(&mut tx, Some(user.id), Action::PasswordReset, &context, detail).await?;
    tx.commit().await?;
    session::tell_ended(&state, user.id, &ended);
    Ok(Told::new("Password changed. Sign in with the new password."))
}
