//! Targets: where the files of sites are deployed, apart from built-in hosting.

mod body;
mod create;
mod delete;
mod list;
mod test;
mod update;
mod view;

use utoipa_axum::router::OpenApiRouter;

use crate::{routes::boxed_handler::routes, state::AppState};

/// Routes of this resource.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(list::handler, create::handler))
        .routes(routes!(update::handler, delete::handler))
}

/// Routes that wait for another server.
pub fn waiting() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(test::handler))
}
