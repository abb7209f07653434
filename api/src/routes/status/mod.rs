//! What machines that watch ask, and what the browser needs to know before it signs in.

pub mod config;
pub mod healthz;
pub mod metrics;
pub mod readyz;

use utoipa_axum::router::OpenApiRouter;

use crate::{routes::boxed_handler::routes, state::AppState};

/// All of them.
pub fn router() -> OpenApiRouter<AppState> {
    alive().routes(routes!(readyz::handler)).routes(routes!(metrics::handler)).routes(routes!(config::handler))
}

/// The one that says only that the process runs.
pub fn alive() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(healthz::handler))
}
