//! Continues a sign-in with the second factor.

use axum::{extract::State, response::Response};
use serde::Deserialize;
use serde_json::json;
use shared::{
    domain::{account_token::TokenPurpose, now},
    store::{Tx, account_token, audit::Action, two_factor, user},
};
use uuid::Uuid;

use super::{
    answer::SignedIn,
    finish::{complete, refusal},
};
use crate::{
    auth::{key::hash_token, session, totp::Totp},
    error::{ApiError, Result},
    extract::{Json, RequestContext},
    layer::guard,
    state::AppState,
};

/// The challenge and the code.
#[derive(Deserialize, utoipa::ToSchema)]
#[schema(as = SecondFactor)]
pub struct Body {
    challenge: String,
    /// Six digits of the authenticator app, or a recovery code.
    code: String,
}

/// Complete a sign-in with a second factor.
#[utoipa::path(
    post, path = "/api/auth/mfa", tag = "auth", security(()), request_body = Body,
    responses((status = 200, body = SignedIn))
)]
pub async fn handler(
    State(state): State<AppState>, context: RequestContext, Json(body): Json<Body>,
) -> Result<Response> {
    guard::count(&state, guard::LINK, &context.network()).await?;
    let (hash, at) = (hash_token(&body.challenge), now());
    let known = account_token::find(&state.db, &hash, TokenPurpose::SecondFactor, at).await?.ok_or_else(over)?;
    guard::count(&state, guard::SECOND_FACTOR, &known.user_id.to_string()).await?;
    let mut tx = state.db.begin().await?;
    if !check(&state, &mut tx, known.user_id, &body.code, &context).await? {
        session::note(&mut tx, Some(known.user_id), Action::SecondFactorRefused, &context, json!({})).await?;
        tx.commit().await?;
        return Err(ApiError::invalid("/code", "The code is wrong. Enter the current code of your app."));
    }
    let token = account_token::take(&mut tx, &hash, TokenPurpose::SecondFactor, at).await?.ok_or_else(over)?;
    let user = user::find(&mut tx, token.user_id).await?.ok_or_else(over)?;
    if let Some(refusal) = refusal(&state, &user) {
        return Err(refusal);
    }
    let method = token.detail["method"].as_str().unwrap_or_default();
    complete(&state, tx, user, &context, &format!("{method}+code")).await
}

fn over() -> ApiError {
    ApiError::invalid("/challenge", "The sign-in has expired. Start again.")
}

/// Returns true if the code is a new code of the app, or an unused recovery code, which is consumed.
pub(super) async fn check(
    state: &AppState, tx: &mut Tx, user_id: Uuid, code: &str, context: &RequestContext,
) -> Result<bool> {
    let Some(second) = two_factor::find(&mut *tx, user_id).await? else { return Ok(false) };
    let code: String = code.chars().filter(char::is_ascii_alphanumeric).collect();
    if let Some(step) = Totp::of(&state.keys, &second.nonce).step_of(&code, now()) {
        return Ok(two_factor::use_step(tx, user_id, step).await?);
    }
    let is_recovery = two_factor::use_recovery_code(tx, user_id, &hash_token(&code.to_ascii_uppercase())).await?;
    if is_recovery {
        session::note(tx, Some(user_id), Action::RecoveryCodeUsed, context, json!({})).await?;
    }
    Ok(is_recovery)
}
