//! Completion of a sign-in after the first factor.

use axum::{
    http::StatusCode,
    response::{IntoResponse, Response},
};
use serde::Serialize;
use serde_json::json;
use shared::{
    domain::{account_token::TokenPurpose, now, user::User},
    store::{Tx, audit::Action, two_factor, user},
};

use super::answer::{SignedIn, signed_in};
use crate::{
    auth::{link, session},
    error::{ApiError, Result},
    extract::{Json, RequestContext, Success},
    state::AppState,
};

/// Response to a correct first factor: the session, or the challenge for the second factor.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(untagged)]
pub enum SignInAnswer {
    SignedIn(Box<SignedIn>),
    Challenged(Challenged),
}

/// Response of a sign-in that requires the second factor.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct Challenged {
    success: Success,
    message: &'static str,
    data: Challenge,
}

/// Challenge for `POST /api/auth/mfa`, sent with the code.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Challenge {
    /// Always true.
    mfa_required: bool,
    /// Token of the challenge, valid for five minutes.
    challenge: String,
}

/// Signs the user in, requests the second factor, or returns the reason for refusing.
pub(super) async fn finish(
    state: &AppState, mut tx: Tx, user: User, context: &RequestContext, method: &'static str,
) -> Result<Response> {
    if let Some(refusal) = refusal(state, &user) {
        let detail = json!({"reason": refusal.to_string()});
        session::note(&mut tx, Some(user.id), Action::SignInRefused, context, detail).await?;
        tx.commit().await?;
        return Err(refusal);
    }
    // A password that was changed meanwhile has ended all sessions, so it must not start another.
    user::lock(&mut tx, user.id).await?;
    let current = user::find(&mut tx, user.id).await?.ok_or(ApiError::InvalidCredentials)?;
    if current.password_hash != user.password_hash {
        return Err(ApiError::InvalidCredentials);
    }
    let second = two_factor::find(&mut tx, user.id).await?;
    if second.is_some_and(|second| second.confirmed_at.is_some()) {
        return challenge(tx, &user, context, method).await;
    }
    complete(state, tx, user, context, method).await
}

/// Creates the session.
pub(super) async fn complete(
    state: &AppState, mut tx: Tx, user: User, context: &RequestContext, method: &str,
) -> Result<Response> {
    session::note(&mut tx, Some(user.id), Action::SignedIn, context, json!({"method": method})).await?;
    let begun = session::begin(state, &mut tx, user.id, context, now()).await?;
    tx.commit().await?;
    signed_in(state, StatusCode::OK, "Signed in.", user, begun).await
}

async fn challenge(mut tx: Tx, user: &User, context: &RequestContext, method: &str) -> Result<Response> {
    let detail = json!({"method": method});
    let challenge = link::issue(&mut tx, user.id, TokenPurpose::SecondFactor, detail.clone(), now()).await?;
    session::note(&mut tx, Some(user.id), Action::SecondFactorAsked, context, detail).await?;
    tx.commit().await?;
    let data = Challenge { mfa_required: true, challenge };
    let message = "Enter the code of your authenticator app.";
    Ok(Json(Challenged { success: Success, message, data }).into_response())
}

/// Returns the reason for refusing an authenticated user, if any.
pub(super) fn refusal(state: &AppState, user: &User) -> Option<ApiError> {
    if user.disabled_at.is_some() {
        return Some(ApiError::Disabled);
    }
    (state.settings.sends_mail && user.email_verified_at.is_none()).then_some(ApiError::Unverified)
}
