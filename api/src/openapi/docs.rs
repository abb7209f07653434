//! Serves the document and a page that browses it.

use std::sync::OnceLock;

use axum::{Json, Router, response::IntoResponse, routing::get};
use serde_json::Value;
use utoipa_swagger_ui::{Config, SwaggerUi};

use super::whole;
use crate::{error::ApiError, state::AppState};

const PATH: &str = "/api/openapi.json";

/// The document and the page that browses it, without external resources.
pub(crate) fn docs() -> Router<AppState> {
    let config = Config::new([PATH]).persist_authorization(true);
    Router::from(SwaggerUi::new("/api/docs").config(config)).route(PATH, get(document))
}

/// Generates the document at the first request: most servers are never asked, and it would delay every start.
async fn document() -> Result<impl IntoResponse, ApiError> {
    static GENERATED: OnceLock<Value> = OnceLock::new();
    if let Some(generated) = GENERATED.get() {
        return Ok(Json(generated));
    }
    let generated = tokio::task::spawn_blocking(whole).await.map_err(ApiError::unexpected)?;
    let generated = generated.map_err(ApiError::unexpected)?;
    Ok(Json(GENERATED.get_or_init(|| generated)))
}
