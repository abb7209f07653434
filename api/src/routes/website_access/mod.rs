//! Accesses to the live files of websites, so that their pages can be changed there.

mod body;
mod delete;
mod get;
mod put;
mod test;
mod view;

use utoipa_axum::router::OpenApiRouter;

use crate::{routes::boxed_handler::routes, state::AppState};

/// Routes of this resource.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(get::handler, put::handler, delete::handler))
}

/// Routes that wait for another server.
pub fn waiting() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(test::handler))
}
