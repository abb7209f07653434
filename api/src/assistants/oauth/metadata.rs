//! Where assistants find everything (RFC 9728 and RFC 8414).

use axum::{Json, extract::State, http::HeaderMap};
use serde::Serialize;

use super::{RESOURCE_PATH, base};
use crate::state::AppState;

/// What the tools need (RFC 9728, section 2).
#[derive(Serialize)]
pub(super) struct Resource {
    resource: String,
    resource_name: &'static str,
    authorization_servers: [String; 1],
    scopes_supported: [&'static str; 2],
    bearer_methods_supported: [&'static str; 1],
}

/// What this server does for clients (RFC 8414, section 2).
#[derive(Serialize)]
pub(super) struct Server {
    issuer: String,
    authorization_endpoint: String,
    token_endpoint: String,
    registration_endpoint: String,
    revocation_endpoint: String,
    response_types_supported: [&'static str; 1],
    response_modes_supported: [&'static str; 1],
    grant_types_supported: [&'static str; 2],
    code_challenge_methods_supported: [&'static str; 1],
    token_endpoint_auth_methods_supported: [&'static str; 1],
    revocation_endpoint_auth_methods_supported: [&'static str; 1],
    scopes_supported: [&'static str; 2],
    authorization_response_iss_parameter_supported: bool,
}

/// Scopes that a user may allow. Administration stays with people.
const SCOPES: [&str; 2] = ["read", "write"];

pub(super) async fn resource(State(state): State<AppState>, headers: HeaderMap) -> Json<Resource> {
    let base = base(&state.settings, &headers);
    Json(Resource {
        resource: format!("{base}{RESOURCE_PATH}"),
        resource_name: "Motherlode",
        authorization_servers: [base],
        scopes_supported: SCOPES,
        bearer_methods_supported: ["header"],
    })
}

pub(super) async fn server(State(state): State<AppState>, headers: HeaderMap) -> Json<Server> {
    let base = base(&state.settings, &headers);
    Json(Server {
        authorization_endpoint: format!("{base}/oauth/authorize"),
        token_endpoint: format!("{base}/oauth/token"),
        registration_endpoint: format!("{base}/oauth/register"),
        revocation_endpoint: format!("{base}/oauth/revoke"),
        issuer: base,
        response_types_supported: ["code"],
        response_modes_supported: ["query"],
        grant_types_supported: ["authorization_code", "refresh_token"],
        code_challenge_methods_supported: ["S256"],
        token_endpoint_auth_methods_supported: ["none"],
        revocation_endpoint_auth_methods_supported: ["none"],
        scopes_supported: SCOPES,
        authorization_response_iss_parameter_supported: true,
    })
}
