//! Lists the caller's connected assistants.

use axum::extract::State;
use chrono::{DateTime, Utc};
use serde::Serialize;
use shared::{
    domain::{api_key::Scope, now},
    store::assistant_grant::{self, ConnectedAssistant},
};
use url::Url;
use uuid::Uuid;

use crate::{
    error::Result,
    extract::{Json, Person, Success},
    state::AppState,
};

/// All connected assistants, newest first.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Assistants)]
pub struct Answer {
    success: Success,
    assistants: Vec<AssistantView>,
}

/// A connected assistant.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Assistant)]
pub struct AssistantView {
    id: Uuid,
    /// What the assistant calls itself.
    name: String,
    /// Host or program to which its code was sent.
    #[schema(examples("assistant.example.com"))]
    host: String,
    /// What it may do.
    scopes: Vec<Scope>,
    /// Time of connection.
    created_at: DateTime<Utc>,
    /// Time of last use, to the hour.
    last_used_at: Option<DateTime<Utc>>,
    /// When it ends if the assistant stays unused.
    expires_at: DateTime<Utc>,
}

impl From<ConnectedAssistant> for AssistantView {
    fn from(assistant: ConnectedAssistant) -> Self {
        let ConnectedAssistant { id, name, redirect_uri, scopes, created_at, last_used_at, expires_at } = assistant;
        let host = Url::parse(&redirect_uri).ok().map(|url| match (url.scheme(), url.host_str()) {
            ("http" | "https", Some(host)) => host.to_owned(),
            (scheme, _) => format!("{scheme}:"),
        });
        Self { id, name, host: host.unwrap_or_default(), scopes, created_at, last_used_at, expires_at }
    }
}

/// List connected AI assistants.
#[utoipa::path(get, path = "/api/assistants", tag = "assistants", responses((status = 200, body = Answer)))]
pub async fn handler(State(state): State<AppState>, person: Person) -> Result<Json<Answer>> {
    let assistants = assistant_grant::list(&state.db, person.user_id, now()).await?;
    Ok(Json(Answer { success: Success, assistants: assistants.into_iter().map(AssistantView::from).collect() }))
}
