//! Keywords of a website from the latest keyword run.

mod clusters;
mod csv;
mod export;
mod filter;
mod list;
mod view;

use utoipa_axum::router::OpenApiRouter;

use crate::{routes::boxed_handler::routes, state::AppState};

/// Routes with a short timeout.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(list::handler)).routes(routes!(clusters::handler))
}

/// Routes with a streamed response.
pub fn streaming() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(export::handler))
}
