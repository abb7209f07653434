//! Lists the caller's active sessions.

use axum::extract::State;
use chrono::{DateTime, Utc};
use serde::Serialize;
use shared::store::session;
use uuid::Uuid;

use crate::{
    error::Result,
    extract::{Json, Person, Success},
    state::AppState,
};

/// All active sessions, newest first.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(as = Sessions)]
pub struct Answer {
    success: Success,
    sessions: Vec<SessionView>,
}

/// An active session.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Session)]
pub struct SessionView {
    id: Uuid,
    /// Whether it is the session of this request.
    current: bool,
    /// User agent of the browser.
    user_agent: String,
    /// Address of the sign-in.
    address: String,
    created_at: DateTime<Utc>,
    /// Time of last use, to the hour.
    last_seen_at: DateTime<Utc>,
    expires_at: DateTime<Utc>,
}

/// List active sessions.
#[utoipa::path(get, path = "/api/auth/sessions", tag = "auth", responses((status = 200, body = Answer)))]
pub async fn handler(State(state): State<AppState>, person: Person) -> Result<Json<Answer>> {
    let sessions = session::list(&state.db, person.user_id, shared::domain::now()).await?;
    let view = |session: shared::domain::session::Session| SessionView {
        id: session.id,
        current: session.id == person.session_id,
        user_agent: session.user_agent,
        address: session.address,
        created_at: session.created_at,
        last_seen_at: session.last_seen_at,
        expires_at: session.expires_at,
    };
    Ok(Json(Answer { success: Success, sessions: sessions.into_iter().map(view).collect() }))
}
