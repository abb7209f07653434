//! What administrators see of the installation.

pub mod queue;
pub mod workers;

use utoipa_axum::{router::OpenApiRouter, routes};

use crate::state::AppState;

/// The calls on it.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(workers::handler)).routes(routes!(queue::handler))
}
