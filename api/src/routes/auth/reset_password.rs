//! Sets a new password by the link that was mailed.

use axum::extract::State;
use serde::Deserialize;
use serde_json::json;
use shared::{
    domain::{account_token::TokenPurpose, now},
    store::{account_token, audit::Action, mail, recovery, user},
};

use super::{check, verify_email::void};
use crate::{
    account_mails,
    auth::{
        ended::{self, Answer, EndedAccess},
        key::hash_token,
        session,
    },
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
/// Uses the token of a reset email. Ends all sessions, pending links and pending changes of the address, and API keys that
/// were created before the address was verified. If the address was not verified, it is now, and what others may have
/// prepared ends too: API keys, two-factor sign-in, and the other members, invitations and webhooks of the workspaces
/// that the account created.
#[utoipa::path(
    post, path = "/api/auth/reset-password", tag = "auth", security(()), request_body = Body,
    responses((status = 200, body = Answer))
)]
pub async fn handler(
    State(state): State<AppState>, context: RequestContext, Json(body): Json<Body>,
) -> Result<Json<Answer>> {
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
    let ended = match user.email_verified_at {
        Some(_) => recovery::end_pending(&mut tx, user.id, None, at).await?,
        None => recovery::end_unproved(&mut tx, user.id, at).await?,
    };
    user::verify_email(&mut tx, user.id, &user.email, at).await?;
    let access = EndedAccess::from(&ended);
    mail::insert(&mut tx, &account_mails::password_changed(&user.email, &access), at).await?;
    session::note(&mut tx, Some(user.id), Action::PasswordReset, &context, json!({"ended": access})).await?;
    ended::note_members(&mut tx, user.id, &ended, &context).await?;
    tx.commit().await?;
    ended::publish(&state, user.id, &ended);
    Ok(Answer::new("Password changed. Sign in with the new password.", access))
}
