//! The eleven intelligence engines: status, insights and runs.

mod check;
mod compare;
mod confidence;
pub(crate) mod data;
pub(crate) mod execute;
mod export;
mod get;
mod health;
mod history;
pub(crate) mod insight_view;
mod insights;
mod judge;
mod need;
mod parameters;
mod result;
mod status;
mod versions;
pub(crate) mod view;

use ::engines::common::EngineId;
use utoipa_axum::router::OpenApiRouter;

use crate::{
    error::{ApiError, Result},
    routes::boxed_handler::routes,
    state::AppState,
};

/// Routes of this resource.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(status::handler))
        .routes(routes!(insights::handler))
        .routes(routes!(judge::handler))
        .routes(routes!(get::handler))
        .routes(routes!(parameters::handler))
        .routes(routes!(result::handler))
        .routes(routes!(history::handler))
        .routes(routes!(compare::handler))
        .routes(routes!(export::handler))
        .merge(versions::router())
}

/// Routes that wait for a run.
pub fn waiting() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(execute::handler))
}

/// Parses an engine id of a path.
fn engine(id: &str) -> Result<EngineId> {
    EngineId::parse(id).ok_or(ApiError::NotFound("engine"))
}
