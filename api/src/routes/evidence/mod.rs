//! Evidence: stored raw responses of data providers.

mod export;
mod file;
mod list;

use utoipa_axum::router::OpenApiRouter;

use crate::{routes::boxed_handler::routes, state::AppState};

/// Routes of this resource.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(list::handler))
}

/// Routes that stream.
pub fn streaming() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(export::handler)).routes(routes!(file::handler))
}
