//! Deployments: batches of sites that are built, approved and deployed together.

mod approve;
mod cancel;
mod get;
mod list;
mod pause;
mod resume;
mod retry;
mod reviews;
pub(crate) mod view;

use utoipa_axum::router::OpenApiRouter;

use crate::{routes::boxed_handler::routes, state::AppState};

/// Routes of this resource.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(list::handler))
        .routes(routes!(get::handler))
        .routes(routes!(approve::handler))
        .routes(routes!(pause::handler))
        .routes(routes!(resume::handler))
        .routes(routes!(cancel::handler))
        .routes(routes!(retry::handler))
}
