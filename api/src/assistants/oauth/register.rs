//! Registers an assistant (RFC 7591).

use axum::{
    Json,
    extract::{State, rejection::JsonRejection},
    http::StatusCode,
};
use chrono::Utc;
use serde::{Deserialize, Serialize};

use super::{client::Client, failure::Failure};
use crate::state::AppState;

/// What an assistant registers; other members are ignored, as the standard has it.
#[derive(Deserialize)]
pub(super) struct Body {
    client_name: Option<String>,
    redirect_uris: Vec<String>,
}

/// The registered client. It is public, so it has no secret.
#[derive(Serialize)]
pub(super) struct Answer {
    client_id: String,
    client_id_issued_at: i64,
    client_name: String,
    redirect_uris: Vec<String>,
    grant_types: [&'static str; 2],
    response_types: [&'static str; 1],
    token_endpoint_auth_method: &'static str,
}

pub(super) async fn handler(
    State(state): State<AppState>, body: Result<Json<Body>, JsonRejection>,
) -> Result<(StatusCode, Json<Answer>), Failure> {
    let Json(body) = body.map_err(|error| Failure::Registration(error.body_text()))?;
    let client = Client::new(body.client_name.as_deref(), body.redirect_uris).map_err(Failure::Registration)?;
    let answer = Answer {
        client_id: client.id(&state.keys),
        client_id_issued_at: Utc::now().timestamp(),
        client_name: client.name,
        redirect_uris: client.redirect_uris,
        grant_types: ["authorization_code", "refresh_token"],
        response_types: ["code"],
        token_endpoint_auth_method: "none",
    };
    Ok((StatusCode::CREATED, Json(answer)))
}
