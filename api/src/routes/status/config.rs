//! What the browser needs to know before anybody signs in.

use axum::{extract::State, http::HeaderMap};
use serde::Serialize;
use shared::store::{Db, user};

use crate::{auth::origin, error::Result, extract::Json, state::AppState};

/// The browser's settings.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ServerConfig)]
pub struct Answer {
    /// Where live connections are opened: the address under which the browser asked, unless the operator names another;
    /// empty for none.
    #[schema(examples("https://lode.example"))]
    ws_url: String,
    /// The live port, where there is one.
    live_port: Option<u16>,
    /// The server's version.
    version: &'static str,
    /// Whether signing in with Google is set up.
    google_sign_in: bool,
    /// `embedded` or `distributed`.
    mode: &'static str,
    /// Whether the first account is still to be made and needs the code that the server printed.
    setup_code_required: bool,
}

/// Get the client configuration.
///
/// What the app needs before sign-in.
#[utoipa::path(get, path = "/config.json", tag = "status", security(()), responses((status = 200, body = Answer)))]
pub async fn handler(State(state): State<AppState>, headers: HeaderMap) -> Result<Json<Answer>> {
    let setup_code_required = state.setup_code.is_some() && user::none_yet(&state.db).await?;
    Ok(Json(Answer {
        ws_url: state.settings.ws_url.clone().unwrap_or_else(|| origin::own(&headers, &state.settings.public_url)),
        live_port: state.settings.live_port,
        version: env!("CARGO_PKG_VERSION"),
        google_sign_in: state.issuer.is_some(),
        mode: match state.db {
            Db::Sqlite(_) => "embedded",
            Db::Postgres(_) => "distributed",
        },
        setup_code_required,
    }))
}
