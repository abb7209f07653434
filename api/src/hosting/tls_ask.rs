//! Answers the proxy whether it may get a certificate for a host.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::lookup::Key;
use crate::{
    error::{ApiError, Result},
    extract::{Json, Query, Success},
    state::AppState,
};

/// Query parameters.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct Params {
    /// Host.
    #[param(example = "www.example.com")]
    domain: String,
}

/// Permission for a certificate.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = TlsPermission)]
pub(super) struct Answer {
    success: Success,
}

/// Ask whether a host has a live site or reports.
///
/// For the proxy in front of the server, before it gets a TLS certificate for a host on demand: 200 if built-in hosting
/// serves a live site at this host, which is its own name there or one that a DNS record has proved, or if it is a proved report domain; otherwise 404. Any host may
/// ask.
#[utoipa::path(
    get, path = "/internal/tls-ask", tag = "sites", security(()), params(Params),
    responses((status = 200, body = Answer))
)]
pub(super) async fn handler(State(state): State<AppState>, Query(params): Query<Params>) -> Result<Json<Answer>> {
    let host = params.domain.trim().trim_end_matches('.').to_ascii_lowercase();
    let is_live = state.hosting.hosts().is_of_site(&host) && state.hosting.find(Key::Host, &host).await?.is_some();
    if is_live {
        Ok(Json(Answer { success: Success }))
    } else {
        Err(ApiError::NotFound("live site or report domain at this host"))
    }
}
