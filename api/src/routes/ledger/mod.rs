//! The ledger and the figures that are sums over it.

mod create;
mod export;
mod list;
mod revenue;
mod reverse;
mod summary;

use utoipa_axum::router::OpenApiRouter;

use crate::{routes::boxed_handler::routes, state::AppState};

/// Routes of this resource.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(list::handler, create::handler))
        .routes(routes!(reverse::handler))
        .routes(routes!(summary::handler))
        .routes(routes!(revenue::handler))
}

/// Routes of exports, which may take long.
pub fn streaming() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(export::handler))
}
