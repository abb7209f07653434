//! What the caller was told.

pub mod list;
pub mod read;

use utoipa_axum::router::OpenApiRouter;

use crate::{routes::boxed_handler::routes, state::AppState};

/// The calls on it.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(list::handler)).routes(routes!(read::handler))
}
