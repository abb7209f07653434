//! Client configuration before sign-in.

use axum::{extract::State, http::HeaderMap};
use serde::Serialize;
use shared::{
    config::Registration,
    store::{Db, user},
};

use crate::{
    auth::{origin, setup},
    error::Result,
    extract::{Json, RequestContext},
    state::AppState,
};

/// Client configuration.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ServerConfig)]
pub struct Answer {
    /// Base URL of live connections. Default: the address of the request; empty if disabled.
    #[schema(examples("https://lode.example"))]
    ws_url: String,
    /// Live port, if any.
    live_port: Option<u16>,
    /// Version of the server.
    version: &'static str,
    /// Whether sign-in with Google is configured.
    google_sign_in: bool,
    /// `embedded` or `distributed`.
    mode: &'static str,
    /// Whether the first account does not exist yet and requires the setup code printed by the server.
    setup_code_required: bool,
    /// Who may create an account: `open`, `invited` or `closed`. The first account is always accepted, and then this is
    /// `open`.
    registration: &'static str,
}

/// Get the client configuration.
///
/// What the app needs before sign-in.
#[utoipa::path(get, path = "/config.json", tag = "status", security(()), responses((status = 200, body = Answer)))]
pub async fn handler(
    State(state): State<AppState>, context: RequestContext, headers: HeaderMap,
) -> Result<Json<Answer>> {
    let none_yet = user::none_yet(&state.db).await?;
    let registration = if none_yet { Registration::Open } else { state.settings.registration };
    Ok(Json(Answer {
        ws_url: state.settings.ws_url.clone().unwrap_or_else(|| origin::own(&headers, &state.settings.public_url)),
        live_port: state.settings.live_port,
        version: env!("CARGO_PKG_VERSION"),
        google_sign_in: state.issuer.is_some(),
        mode: match state.db {
            Db::Sqlite(_) => "embedded",
            Db::Postgres(_) => "distributed",
        },
        setup_code_required: none_yet && setup::is_needed(&state.settings, &context),
        registration: registration.as_str(),
    }))
}
