//! Runs: long-running work, its progress and its control.

mod cancel;
mod capsule;
mod children;
mod create;
mod get;
pub(crate) mod key;
pub(crate) mod list;
mod log;
mod pause;
pub(crate) mod result;
mod resume;
mod retry;
pub(crate) mod start;
pub(crate) mod view;
pub(crate) mod wait;

use utoipa_axum::router::OpenApiRouter;

use crate::{routes::boxed_handler::routes, state::AppState};

/// Routes of this resource.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(list::handler))
        .routes(routes!(get::handler))
        .routes(routes!(result::handler))
        .routes(routes!(capsule::handler))
        .routes(routes!(children::handler))
        .routes(routes!(log::handler))
        .routes(routes!(cancel::handler))
        .routes(routes!(retry::handler))
        .routes(routes!(pause::handler))
        .routes(routes!(resume::handler))
}

/// Routes that wait for a run.
pub fn waiting() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(create::handler))
}
