//! Proves an address by the link that was mailed to it.

use axum::extract::State;
use chrono::{DateTime, Utc};
use serde::Deserialize;
use serde_json::json;
use shared::{
    domain::{account_token::TokenPurpose, mail::NewMail, now, user::User},
    store::{
        StoreError, Tx, account_token,
        audit::Action,
        mail,
        recovery::{self, Ended},
        user,
    },
};
use uuid::Uuid;

use crate::{
    account_mails,
    auth::{
        ended::{self, Answer, EndedAccess},
        key::hash_token,
        link, session,
    },
    error::{ApiError, FieldError, Result},
    extract::{Caller, CookieCaller, Json, RequestContext},
    layer::guard,
    state::AppState,
};

/// Token of the link.
#[derive(Deserialize, utoipa::ToSchema)]
#[schema(as = LinkToken)]
pub struct Body {
    pub(super) token: String,
}

/// Verify an email address.
///
/// Uses the token of a verification email, for the current or a new address. A new address is confirmed only in a session
/// of the account. A verification without a session of the account may come from another person than the one who
/// registered: it ends everything that gave access before, except the password.
#[utoipa::path(
    post, path = "/api/auth/verify-email", tag = "auth", security(()), request_body = Body,
    responses((status = 200, body = Answer))
)]
pub async fn handler(
    State(state): State<AppState>, context: RequestContext, caller: std::result::Result<Caller, ApiError>,
    cookie: std::result::Result<CookieCaller, ApiError>, Json(body): Json<Body>,
) -> Result<Json<Answer>> {
    guard::count(&state, guard::LINK, &context.network()).await?;
    let opener = caller.ok().or_else(|| cookie.ok().map(|CookieCaller(caller)| caller));
    let opener = opener.filter(|caller| caller.session_id.is_some()).map(|caller| caller.user_id);
    let hash = hash_token(&body.token);
    let mut tx = state.db.begin().await?;
    let (user_id, ended) = match verify(&mut tx, &hash, opener, &context).await? {
        Some(done) => done,
        None => change(&state, &mut tx, &hash, opener, &context).await?.ok_or_else(void)?,
    };
    ended::note_members(&mut tx, user_id, &ended, &context).await?;
    tx.commit().await?;
    ended::publish(&state, user_id, &ended);
    Ok(Answer::new("Your email address is verified.", EndedAccess::from(&ended)))
}

/// The account, and what ended.
type Done = Option<(Uuid, Ended)>;

/// A link that is unknown, used up or too old: which of them is not said.
pub(super) fn void() -> ApiError {
    ApiError::invalid("/token", "This link is no longer valid. Request a new one.")
}

async fn verify(tx: &mut Tx, hash: &[u8], opener: Option<Uuid>, context: &RequestContext) -> Result<Done> {
    let at = now();
    let Some(token) = account_token::take(tx, hash, TokenPurpose::VerifyEmail, at).await? else { return Ok(None) };
    let (id, email) = (token.user_id, token.detail["email"].as_str().unwrap_or_default());
    if user::find(&mut *tx, id).await?.is_none_or(|user| user.email != email) {
        return Ok(None);
    }
    let mut ended = Ended::default();
    if user::verify_email(tx, id, email, at).await? {
        if opener != Some(id) {
            ended = recovery::end_unproved(tx, id, at).await?;
        }
        let detail = json!({"email": email, "ended": EndedAccess::from(&ended)});
        session::note(tx, Some(id), Action::EmailVerified, context, detail).await?;
    }
    account_token::delete_all(tx, id, TokenPurpose::VerifyEmail).await?;
    Ok(Some((id, ended)))
}

/// Changes the address. Only a session of the account confirms it: otherwise the owner of the address, who follows a link
/// that they did not request, would receive an account that somebody else prepared.
async fn change(
    state: &AppState, tx: &mut Tx, hash: &[u8], opener: Option<Uuid>, context: &RequestContext,
) -> Result<Done> {
    let at = now();
    let Some(token) = account_token::take(tx, hash, TokenPurpose::ChangeEmail, at).await? else { return Ok(None) };
    let new = token.detail["email"].as_str().unwrap_or_default();
    let Some(user) = user::find(&mut *tx, token.user_id).await? else { return Ok(None) };
    if opener != Some(user.id) {
        return Err(ApiError::Forbidden("Sign in to the account whose address changes, then open the link again."));
    }
    user::set_email(tx, user.id, new, at).await.map_err(taken)?;
    // Links to the old address must not open the account any more.
    for purpose in [TokenPurpose::ChangeEmail, TokenPurpose::ResetPassword, TokenPurpose::VerifyEmail] {
        account_token::delete_all(tx, user.id, purpose).await?;
    }
    let notice = notice(state, tx, &user, new, at).await?;
    mail::insert(tx, &notice, at).await?;
    session::note(tx, Some(user.id), Action::EmailChanged, context, json!({"from": user.email, "to": new})).await?;
    Ok(Some((user.id, Ended::default())))
}

/// Returns the email to the old address. It has a link that undoes the change if the address was verified, so its owner
/// had the account, and if no earlier address has one: a thief who changes the address twice gets none.
async fn notice(state: &AppState, tx: &mut Tx, user: &User, new: &str, at: DateTime<Utc>) -> Result<NewMail> {
    let purpose = TokenPurpose::UndoEmailChange;
    if user.email_verified_at.is_none() || account_token::is_pending(tx, user.id, purpose, at).await? {
        return Ok(account_mails::email_changes(&user.email, new, "The email address of your account is now"));
    }
    let token = link::issue(tx, user.id, purpose, json!({"email": user.email, "changedAt": at}), at).await?;
    Ok(account_mails::email_changed(state, &user.email, new, &token))
}

pub(super) fn taken(error: StoreError) -> ApiError {
    match error {
        StoreError::Conflict { .. } => {
            ApiError::Conflict(FieldError::new("/token", "Another account already uses this email address."))
        }
        other => other.into(),
    }
}
