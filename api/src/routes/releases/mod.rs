//! Releases: immutable versions of sites, with the report of their checks.

mod approve;
mod get;
pub(crate) mod review;
pub(crate) mod view;
mod zip;

use utoipa_axum::router::OpenApiRouter;

use crate::{routes::boxed_handler::routes, state::AppState};

/// Routes of this resource.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(get::handler)).routes(routes!(approve::handler))
}

/// Routes that stream.
pub fn streaming() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(zip::handler))
}
