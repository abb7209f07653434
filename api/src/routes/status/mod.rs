//! Health checks and client configuration.

pub mod config;
pub mod healthz;
pub mod metrics;
pub mod readyz;

use utoipa_axum::router::OpenApiRouter;

use crate::{routes::boxed_handler::routes, state::AppState};

/// All routes of this resource.
pub fn router() -> OpenApiRouter<AppState> {
    alive().routes(routes!(readyz::handler)).routes(routes!(metrics::handler)).routes(routes!(config::handler))
}

/// The liveness route only.
pub fn alive() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(healthz::handler))
}
