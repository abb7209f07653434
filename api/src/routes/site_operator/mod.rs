//! Who runs the sites of a workspace: the name and the addresses that each site shows.

mod get;
mod input;
mod put;
pub(crate) mod view;

use utoipa_axum::router::OpenApiRouter;

use crate::{routes::boxed_handler::routes, state::AppState};

/// Routes of this resource.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(get::handler, put::handler))
}
