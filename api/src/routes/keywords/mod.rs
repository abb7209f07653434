//! Keywords: the searches of a website as the keyword engine last saw them.

mod clusters;
mod csv;
mod export;
mod filter;
mod list;
mod view;

use utoipa_axum::router::OpenApiRouter;

use crate::{routes::boxed_handler::routes, state::AppState};

/// The calls of this resource that answer quickly.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(list::handler)).routes(routes!(clusters::handler))
}

/// The calls that answer with a stream.
pub fn streaming() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(export::handler))
}
