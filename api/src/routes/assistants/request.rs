//! Reads what an assistant asks for, so that the user can decide.

use axum::{extract::State, http::HeaderMap};
use serde::Serialize;
use shared::domain::api_key::Scope;

use crate::{
    assistants::oauth::{authorization::Authorization, base},
    error::Result,
    extract::{Json, Person, Query, Success},
    state::AppState,
};

/// What an assistant asks for.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AskedByAssistant)]
pub struct Answer {
    success: Success,
    /// What the assistant calls itself. Nobody has checked it.
    name: String,
    /// Where the answer goes.
    redirect_uri: String,
    /// What it asks for: `read`, or `read` and `write`.
    scopes: Vec<Scope>,
    /// Where the browser goes if the user does not allow it, or if nothing can be allowed.
    denied_url: String,
    /// Why nothing can be allowed, as OAuth names it; `null` if the user may decide.
    refusal: Option<&'static str>,
}

/// Read the request of an AI assistant.
///
/// The parameters are those with which the assistant opened the page `/oauth/authorize`.
#[utoipa::path(
    get, path = "/api/assistants/request", tag = "assistants", params(Authorization),
    responses((status = 200, body = Answer))
)]
pub async fn handler(
    State(state): State<AppState>, _person: Person, headers: HeaderMap, Query(request): Query<Authorization>,
) -> Result<Json<Answer>> {
    let asked = request.check(&state, &headers)?;
    let base = base(&state.settings, &headers);
    let reason = asked.refusal.unwrap_or("access_denied");
    let denied_url = request.answer(&base, "error", reason);
    Ok(Json(Answer {
        success: Success,
        name: asked.client.name,
        redirect_uri: request.redirect_uri,
        scopes: asked.scopes.to_vec(),
        denied_url,
        refusal: asked.refusal,
    }))
}
