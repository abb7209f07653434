//! Performance: metrics, forecasts, milestones and achievements.

pub(crate) mod achievements;
mod calculate;
mod metrics;
mod milestone_update;
pub(crate) mod milestones;
mod predictions;

use utoipa_axum::router::OpenApiRouter;

use crate::{routes::boxed_handler::routes, state::AppState};

/// Routes of this resource.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(metrics::handler))
        .routes(routes!(predictions::handler))
        .routes(routes!(milestones::handler))
        .routes(routes!(milestone_update::handler))
        .routes(routes!(achievements::handler))
}

/// Routes that wait for a run.
pub fn waiting() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(calculate::handler))
}
