//! Redirect target of the identity provider.

use axum::{extract::State, http::HeaderMap, response::Redirect};
use serde::Deserialize;
use serde_json::json;
use shared::{
    domain::{account_token::TokenPurpose, new_id, now, user::Role},
    events,
    store::{
        Tx,
        audit::Action,
        event::StoredEvent,
        identity, recovery,
        user::{self, NewUser},
    },
};
use uuid::Uuid;

use super::{
    check::normal_email,
    oauth_start::{back, to_app},
};
use crate::{
    auth::{
        cookie, ended,
        issuer::{Identity, Issuer, IssuerError, Ticket},
        link, registration, session, setup,
    },
    error::{ApiError, Result},
    extract::{Query, RequestContext},
    layer::guard,
    state::AppState,
};

/// Query parameters sent by the provider.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Params {
    code: Option<String>,
    state: Option<String>,
    error: Option<String>,
}

/// Handle the redirect of the identity provider.
///
/// Redirects the browser to the app with a single-use code.
#[utoipa::path(
    get, path = "/api/auth/oauth/callback", tag = "auth", security(()), params(Params),
    responses((status = 303, description = "To `/oauth/callback?code=…` or `/oauth/callback?error=…`."))
)]
pub async fn handler(
    State(state): State<AppState>, context: RequestContext, headers: HeaderMap, Query(params): Query<Params>,
) -> Result<Redirect> {
    guard::count(&state, guard::LINK, &context.network()).await?;
    match sign_in(&state, &context, &headers, params).await {
        Ok(code) => Ok(to_app("code", &code)),
        Err(Refusal::Told(text)) => Ok(to_app("error", &text)),
        Err(Refusal::Failed(error)) => Err(error),
    }
}

/// Reason for refusing the sign-in.
enum Refusal {
    /// Reason shown on the app's page.
    Told(String),
    Failed(ApiError),
}

impl From<IssuerError> for Refusal {
    fn from(error: IssuerError) -> Self {
        tracing::warn!(error = ?error, "a sign-in by the identity provider failed");
        Self::Told(error.to_string())
    }
}

impl<E: Into<ApiError>> From<E> for Refusal {
    fn from(error: E) -> Self {
        Self::Failed(error.into())
    }
}

fn told(text: &str) -> Refusal {
    Refusal::Told(text.to_owned())
}

async fn sign_in(
    state: &AppState, context: &RequestContext, headers: &HeaderMap, params: Params,
) -> std::result::Result<String, Refusal> {
    let issuer =
        state.issuer.as_ref().ok_or_else(|| told("Sign-in with Google is not set up on this installation."))?;
    // The callback must come from the browser that started the sign-in.
    let begun = cookie::read_sign_in(headers).filter(|begun| params.state.as_deref() == Some(begun));
    let ticket = begun.and_then(|begun| Ticket::resume(&state.keys, begun, now()));
    let ticket = ticket.ok_or(IssuerError::Mismatch)?;
    if params.error.is_some() {
        return Err(told("The sign-in was cancelled."));
    }
    let code = params.code.ok_or(IssuerError::Nonsense("no code"))?;
    let identity = issuer.identify(&code, &ticket, &back(state)).await?;
    let mut tx = state.db.begin().await?;
    let (user_id, told, ended) = account(state, &mut tx, issuer, &identity, context).await?;
    let detail = json!({"browser": ticket.state()});
    let code = link::issue(&mut tx, user_id, TokenPurpose::SignIn, detail, now()).await?;
    tx.commit().await?;
    events::publish_stored(&state.bus, told);
    session::tell_ended(state, user_id, &ended);
    Ok(code)
}

type Account = (Uuid, Vec<StoredEvent>, Vec<Uuid>);

/// Returns the account of the verified identity: the linked account, else the account with the same verified address,
/// else a new one.
async fn account(
    state: &AppState, tx: &mut Tx, issuer: &Issuer, identity: &Identity, context: &RequestContext,
) -> std::result::Result<Account, Refusal> {
    if let Some(user_id) = identity::find(tx, issuer.url(), &identity.sub).await? {
        return Ok((user_id, Vec::new(), Vec::new()));
    }
    let email = identity.email.as_deref().map(normal_email).filter(|_| identity.email_verified);
    let email = email
        .ok_or_else(|| told("The identity provider has not verified your email address. Verify it there first."))?;
    let at = now();
    let (user_id, told, ended) = match user::find_by_email(&mut *tx, &email).await? {
        Some(found) => {
            let ended = if found.email_verified_at.is_none() {
                claim(tx, found.id, &email, context).await?
            } else {
                Vec::new()
            };
            (found.id, Vec::new(), ended)
        }
        None => register(state, tx, identity, &email, context).await?,
    };
    identity::insert(tx, issuer.url(), &identity.sub, user_id, &email, at).await?;
    let detail = json!({"issuer": issuer.url(), "email": email});
    session::note(tx, Some(user_id), Action::IdentityLinked, context, detail).await?;
    Ok((user_id, told, ended))
}

/// Takes over an account registered with the same, unverified address. It becomes the account of the verified identity,
/// and everything that gave access before ends.
async fn claim(
    tx: &mut Tx, user_id: Uuid, email: &str, context: &RequestContext,
) -> std::result::Result<Vec<Uuid>, Refusal> {
    let at = now();
    user::clear_password(tx, user_id).await?;
    let ended = recovery::end_unproved(tx, user_id, at).await?;
    ended::note_members(tx, user_id, &ended, context).await?;
    user::verify_email(tx, user_id, email, at).await?;
    Ok(ended.sessions)
}

async fn register(
    state: &AppState, tx: &mut Tx, identity: &Identity, email: &str, context: &RequestContext,
) -> std::result::Result<Account, Refusal> {
    let is_first = user::none_yet_locked(tx).await?;
    if is_first && setup::is_needed(&state.settings, context) {
        return Err(told("Register the first account of this installation with the setup code from the server log."));
    }
    if !is_first {
        match registration::check(state, &mut *tx, email).await {
            Err(ApiError::RegistrationClosed(reason)) => return Err(told(reason)),
            checked => checked?,
        }
    }
    let (first_name, last_name) = names(identity, email);
    let role = if is_first { Role::Admin } else { Role::Free };
    let new = NewUser {
        id: new_id(),
        email: email.to_owned(),
        first_name,
        last_name,
        company: None,
        role,
        password_hash: None,
    };
    let at = now();
    let events = user::insert(tx, &new, at).await?;
    user::verify_email(tx, new.id, email, at).await?;
    session::note(tx, Some(new.id), Action::Registered, context, json!({"role": role, "method": "oidc"})).await?;
    Ok((new.id, events, Vec::new()))
}

/// Returns first and last name: as provided, or split from the full name, or from the address.
fn names(identity: &Identity, email: &str) -> (String, String) {
    let whole = identity.name.clone().unwrap_or_default();
    let (first, rest) = whole.trim().split_once(' ').unwrap_or((whole.trim(), ""));
    let clean = |text: &str| text.trim().chars().filter(|c| !c.is_control()).take(100).collect::<String>();
    let first = clean(identity.given_name.as_deref().unwrap_or(first));
    let last = clean(identity.family_name.as_deref().unwrap_or(rest));
    let local = email.split('@').next().unwrap_or_default();
    if first.is_empty() { (clean(local), last) } else { (first, last) }
}
