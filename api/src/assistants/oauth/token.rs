//! Exchanges a code or a refresh token for tokens (RFC 6749, sections 4.1.3 and 6).

use axum::{
    Form, Json,
    extract::{State, rejection::FormRejection},
    http::{HeaderMap, HeaderName, HeaderValue, header},
};
use base64::{Engine, prelude::BASE64_URL_SAFE_NO_PAD};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::json;
use sha2::{Digest, Sha256};
use shared::{
    domain::{api_key::Scope, now},
    store::{
        Tx,
        assistant_grant::{self, Grant, GrantTokens},
        audit::Action,
    },
};

use super::{ACCESS, ACCESS_PREFIX, REFRESH, base, client::Client, failure::Failure, is_ours};
use crate::{
    auth::{
        key::{Keys, hash_token, random_token},
        session,
    },
    extract::RequestContext,
    state::AppState,
};

/// Time in which an exchanged refresh token may be repeated, because an answer can be lost.
const AGAIN: chrono::Duration = chrono::Duration::seconds(20);

/// Request of a client.
#[derive(Deserialize)]
pub(super) struct Body {
    grant_type: Option<String>,
    client_id: Option<String>,
    code: Option<String>,
    code_verifier: Option<String>,
    redirect_uri: Option<String>,
    refresh_token: Option<String>,
    resource: Option<String>,
}

/// The tokens.
#[derive(Serialize)]
pub(super) struct Answer {
    access_token: String,
    token_type: &'static str,
    expires_in: i64,
    refresh_token: String,
    scope: String,
}

type Tokens = ([(HeaderName, HeaderValue); 1], Json<Answer>);

pub(super) async fn handler(
    State(state): State<AppState>, context: RequestContext, headers: HeaderMap, body: Result<Form<Body>, FormRejection>,
) -> Result<Tokens, Failure> {
    let Form(body) = body.map_err(|_| Failure::Request("Send the parameters as a form, each once."))?;
    let id = body.client_id.as_deref().ok_or(Failure::Request("client_id is missing."))?;
    Client::find(&state.keys, id).ok_or(Failure::Client)?;
    if body.resource.as_deref().is_some_and(|resource| !is_ours(resource, &base(&state.settings, &headers))) {
        return Err(Failure::Target);
    }
    let answer = match body.grant_type.as_deref() {
        Some("authorization_code") => exchange(&state, &context, id, &body).await?,
        Some("refresh_token") => refresh(&state, &context, id, &body).await?,
        Some(_) => return Err(Failure::GrantType),
        None => return Err(Failure::Request("grant_type is missing.")),
    };
    Ok(([(header::CACHE_CONTROL, HeaderValue::from_static("no-store"))], Json(answer)))
}

/// A code works once. A second exchange ends the grant, because somebody has stolen the code.
async fn exchange(state: &AppState, context: &RequestContext, id: &str, body: &Body) -> Result<Answer, Failure> {
    let code = body.code.as_deref().ok_or(Failure::Request("code is missing."))?;
    let verifier = body.code_verifier.as_deref().ok_or(Failure::Request("code_verifier is missing."))?;
    let at = now();
    let mut tx = state.db.begin().await?;
    let grant = assistant_grant::find_by_code(&mut tx, &hash_token(code)).await?.ok_or(Failure::Grant)?;
    if grant.client_hash != Client::hash(id) {
        return Err(Failure::Grant);
    }
    let is_first = grant.refresh_hash.is_none();
    if is_first {
        check_code(&grant, verifier, body.redirect_uri.as_deref(), at)?;
    }
    let made = Made::first(&state.keys, at);
    if !is_first || !assistant_grant::open(&mut tx, grant.id, &made.stored(), at).await? {
        end(tx, context, &grant).await?;
        return Err(Failure::Grant);
    }
    let detail = json!({"id": grant.id, "scopes": grant.scopes});
    session::note(&mut tx, Some(grant.user_id), Action::AssistantConnected, context, detail).await?;
    tx.commit().await?;
    Ok(made.answer(&grant.scopes))
}

fn check_code(grant: &Grant, verifier: &str, redirect_uri: Option<&str>, at: DateTime<Utc>) -> Result<(), Failure> {
    let challenge = BASE64_URL_SAFE_NO_PAD.encode(Sha256::digest(verifier.as_bytes()));
    // Left out as OAuth 2.1 allows, or the same as before.
    let is_same_place = redirect_uri.is_none_or(|uri| uri == grant.redirect_uri);
    if at < grant.code_expires_at && challenge == grant.code_challenge && is_same_place {
        Ok(())
    } else {
        Err(Failure::Grant)
    }
}

/// A refresh token works once, and for a short time again with the same answer. Later use ends the grant, because somebody
/// has stolen the token.
async fn refresh(state: &AppState, context: &RequestContext, id: &str, body: &Body) -> Result<Answer, Failure> {
    let token = body.refresh_token.as_deref().ok_or(Failure::Request("refresh_token is missing."))?;
    let (hash, at) = (hash_token(token), now());
    let mut tx = state.db.begin().await?;
    let grant = assistant_grant::find_by_refresh(&mut tx, &hash).await?.ok_or(Failure::Grant)?;
    if grant.client_hash != Client::hash(id) || grant.expires_at <= at {
        return Err(Failure::Grant);
    }
    let made = Made::after(&state.keys, token, at);
    if !assistant_grant::renew(&mut tx, grant.id, &hash, &made.stored(), at).await? {
        // Read again, because another request may have renewed it meanwhile.
        let grant = assistant_grant::find_by_refresh(&mut tx, &hash).await?.ok_or(Failure::Grant)?;
        let is_recent = grant.refreshed_at.is_some_and(|last| at - last <= AGAIN);
        if !is_recent || grant.refresh_hash.as_ref() != Some(&made.stored().refresh_hash) {
            end(tx, context, &grant).await?;
            return Err(Failure::Grant);
        }
    }
    tx.commit().await?;
    Ok(made.answer(&grant.scopes))
}

async fn end(mut tx: Tx, context: &RequestContext, grant: &Grant) -> Result<(), Failure> {
    assistant_grant::delete(&mut tx, grant.user_id, grant.id).await?;
    let detail = json!({"id": grant.id, "reason": "a code or token was used twice"});
    session::note(&mut tx, Some(grant.user_id), Action::AssistantDisconnected, context, detail).await?;
    tx.commit().await?;
    Ok(())
}

/// Tokens for an answer.
struct Made {
    access: String,
    refresh: String,
    at: DateTime<Utc>,
}

impl Made {
    fn first(keys: &Keys, at: DateTime<Utc>) -> Self {
        Self::of(keys, random_token(), at)
    }

    /// Derived from the token before, so that a repeated request gets the same answer although only hashes are stored.
    fn after(keys: &Keys, token: &str, at: DateTime<Utc>) -> Self {
        Self::of(keys, keys.successor(token), at)
    }

    fn of(keys: &Keys, refresh: String, at: DateTime<Utc>) -> Self {
        let access = BASE64_URL_SAFE_NO_PAD.encode(keys.derive("assistant access", refresh.as_bytes()));
        Self { access: format!("{ACCESS_PREFIX}{access}"), refresh, at }
    }

    fn stored(&self) -> GrantTokens {
        GrantTokens {
            access_hash: hash_token(&self.access),
            access_expires_at: self.at + ACCESS,
            refresh_hash: hash_token(&self.refresh),
            expires_at: self.at + REFRESH,
        }
    }

    fn answer(self, scopes: &[Scope]) -> Answer {
        let scope = scopes.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        Answer {
            access_token: self.access,
            token_type: "Bearer",
            expires_in: ACCESS.num_seconds(),
            refresh_token: self.refresh,
            scope,
        }
    }
}
