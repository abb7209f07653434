//! Performance: what is measured, what is foretold, what is aimed at and what was achieved.

pub(crate) mod achievements;
mod calculate;
mod metrics;
mod milestone_update;
pub(crate) mod milestones;
mod predictions;

use utoipa_axum::router::OpenApiRouter;

use crate::{routes::boxed_handler::routes, state::AppState};

/// The calls on it.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(metrics::handler))
        .routes(routes!(predictions::handler))
        .routes(routes!(milestones::handler))
        .routes(routes!(milestone_update::handler))
        .routes(routes!(achievements::handler))
}

/// Those that wait for a run.
pub fn waiting() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(calculate::handler))
}
