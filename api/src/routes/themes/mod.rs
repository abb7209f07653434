//! Themes that are made after something.

mod extract;

use utoipa_axum::router::OpenApiRouter;

use crate::{routes::boxed_handler::routes, state::AppState};

/// The call that may wait for a run.
pub fn waiting() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(extract::handler))
}
