//! The pipeline: markets that a workspace works on, and the scans that they come from.

mod add;
mod list;
mod remove;
mod scans;
mod status;
mod view;

use utoipa_axum::router::OpenApiRouter;

use crate::{routes::boxed_handler::routes, state::AppState};

/// Routes of this resource.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(list::handler, add::handler))
        .routes(routes!(remove::handler))
        .routes(routes!(status::handler))
        .routes(routes!(scans::handler))
}
