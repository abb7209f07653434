//! Opportunities and their status.

mod create;
pub(crate) mod implement;
mod list;
mod update;
pub(crate) mod view;

use utoipa_axum::router::OpenApiRouter;

use crate::{routes::boxed_handler::routes, state::AppState};

/// Routes of this resource.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(list::handler, create::handler))
        .routes(routes!(update::handler))
        .routes(routes!(implement::handler))
}
