//! Sessions: start, refresh and end.

use chrono::{DateTime, Utc};
use serde_json::json;
use shared::{
    domain::new_id,
    events,
    store::{
        StoreError, Tx,
        audit::{self, Action, NewAudit},
        session::{self, LiveSession, NewSession},
    },
};
use uuid::Uuid;

use super::{
    SESSION, issue_access,
    key::{hash_token, random_token},
};
use crate::{
    error::{ApiError, Result},
    layer::context::RequestContext,
    state::AppState,
};

/// Time in which an exchanged refresh token may be repeated: two tabs, or a lost response.
const AGAIN: chrono::Duration = chrono::Duration::seconds(20);
/// Retention of exchanged tokens, so that late use of a stolen one ends its session.
const REMEMBERED: chrono::Duration = chrono::Duration::days(7);
/// Minimum interval of recording that a session is used.
const NOTED_EVERY: chrono::Duration = chrono::Duration::hours(1);

/// Tokens of a client.
#[derive(Debug, Clone)]
pub struct Tokens {
    /// Access token.
    pub access: String,
    /// Refresh token.
    pub refresh: String,
}

/// A new session.
#[derive(Debug, Clone)]
pub struct Begun {
    /// For clients that store tokens.
    pub tokens: Tokens,
    /// For browsers.
    pub cookie: String,
}

/// Creates an entry of the audit log for this request.
pub async fn note(
    tx: &mut Tx, user_id: Option<Uuid>, action: Action, context: &RequestContext, detail: serde_json::Value,
) -> std::result::Result<(), StoreError> {
    let address = context.address.to_string();
    let line = NewAudit { user_id, action, address: &address, user_agent: &context.user_agent, detail };
    audit::insert(tx, &line, shared::domain::now()).await
}

/// Starts a session of the user.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn begin(
    state: &AppState, tx: &mut Tx, user_id: Uuid, context: &RequestContext, now: DateTime<Utc>,
) -> Result<Begun> {
    let cookie = random_token();
    let refresh = random_token();
    let new = NewSession {
        id: new_id(),
        user_id,
        cookie_hash: hash_token(&cookie),
        user_agent: context.user_agent.clone(),
        address: context.address.to_string(),
        expires_at: now + SESSION,
    };
    session::insert(tx, &new, now).await?;
    session::insert_refresh(tx, new.id, &hash_token(&refresh), now, new.expires_at).await?;
    let access = issue_access(state, user_id, new.id, now)?;
    Ok(Begun { tokens: Tokens { access, refresh }, cookie })
}

/// Exchanges a refresh token. A repeated token returns the same successor for a short time while that is unused; later
/// it ends the session, because the token was stolen.
///
/// # Errors
/// Returns [`ApiError::NotAuthenticated`] if the token is invalid, or an error if a query fails.
pub async fn refresh(state: &AppState, token: &str, context: &RequestContext, now: DateTime<Utc>) -> Result<Tokens> {
    let mut tx = state.db.begin().await?;
    let hash = hash_token(token);
    let successor = state.keys.successor(token);
    let known = session::find_refresh(&mut tx, &hash).await?.ok_or(ApiError::NotAuthenticated)?;
    let live = session::find_live(&mut tx, known.session_id, now).await?.ok_or(ApiError::NotAuthenticated)?;
    if known.expires_at <= now {
        return Err(ApiError::NotAuthenticated);
    }
    let successor_hash = hash_token(&successor);
    if session::use_refresh(&mut tx, &hash, &successor_hash, now).await? {
        let expires_at = now + SESSION;
        session::insert_refresh(&mut tx, live.id, &successor_hash, now, expires_at).await?;
        session::forget_refresh(&mut tx, live.id, now - REMEMBERED).await?;
        touch(&mut tx, &live, context, now).await?;
    } else if !may_come_again(&mut tx, &hash, &successor_hash, now).await? {
        session::revoke(&mut tx, live.user_id, live.id, now).await?;
        note(&mut tx, Some(live.user_id), Action::RefreshReused, context, json!({"sessionId": live.id})).await?;
        tx.commit().await?;
        state.sessions.forget(live.id);
        events::publish_session_ended(&state.bus, live.user_id, live.id);
        return Err(ApiError::NotAuthenticated);
    }
    tx.commit().await?;
    state.sessions.forget(live.id);
    Ok(Tokens { access: issue_access(state, live.user_id, live.id, now)?, refresh: successor })
}

/// Read again, because another request may have exchanged the token meanwhile.
async fn may_come_again(
    tx: &mut Tx, hash: &[u8], successor_hash: &[u8], now: DateTime<Utc>,
) -> std::result::Result<bool, StoreError> {
    let used_at = session::find_refresh(tx, hash).await?.and_then(|token| token.used_at);
    let successor = session::find_refresh(tx, successor_hash).await?;
    let is_recent = used_at.is_some_and(|used_at| now - used_at <= AGAIN);
    Ok(is_recent && successor.is_some_and(|successor| successor.used_at.is_none()))
}

/// Periodically records that the session is used, and extends it.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn seen(state: &AppState, id: Uuid, context: &RequestContext) -> Result<()> {
    let now = shared::domain::now();
    let Some(live) = super::live_session::live_session(state, id, now).await? else { return Ok(()) };
    let is_new_day = live.last_seen_at.date_naive() < now.date_naive();
    if !is_new_day && now - live.last_seen_at < NOTED_EVERY {
        return Ok(());
    }
    let mut tx = state.db.begin().await?;
    touch(&mut tx, &live, context, now).await?;
    tx.commit().await?;
    state.sessions.forget(id);
    Ok(())
}

async fn touch(
    tx: &mut Tx, live: &LiveSession, context: &RequestContext, now: DateTime<Utc>,
) -> std::result::Result<(), StoreError> {
    session::touch(tx, live.id, now, now + SESSION).await?;
    if live.last_seen_at.date_naive() < now.date_naive() {
        note(tx, Some(live.user_id), Action::Seen, context, json!({"sessionId": live.id})).await?;
    }
    Ok(())
}

/// Ends a session of the user; returns false if it had ended or belongs to another user.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn end(state: &AppState, user_id: Uuid, id: Uuid, action: Action, context: &RequestContext) -> Result<bool> {
    let mut tx = state.db.begin().await?;
    let ended = session::revoke(&mut tx, user_id, id, shared::domain::now()).await?;
    if ended {
        note(&mut tx, Some(user_id), action, context, json!({"sessionId": id})).await?;
    }
    tx.commit().await?;
    state.sessions.forget(id);
    if ended {
        events::publish_session_ended(&state.bus, user_id, id);
    }
    Ok(ended)
}

/// Notifies every replica of ended sessions after the commit.
pub fn tell_ended(state: &AppState, user_id: Uuid, ended: &[Uuid]) {
    for id in ended {
        state.sessions.forget(*id);
        events::publish_session_ended(&state.bus, user_id, *id);
    }
}
