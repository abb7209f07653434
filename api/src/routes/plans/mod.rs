//! Plans: their steps, approvals and results.

mod actions;
mod apply;
mod approve;
pub(crate) mod create;
mod get;
mod list;
mod reject;
mod source;
mod undo;
mod view;
mod work;

use utoipa_axum::router::OpenApiRouter;

use crate::{routes::boxed_handler::routes, state::AppState};

/// Routes of this resource.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(list::handler)).routes(routes!(get::handler)).routes(routes!(reject::handler))
}

/// Routes that wait for a run.
pub fn waiting() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(create::handler))
        .routes(routes!(approve::handler))
        .routes(routes!(apply::handler))
        .routes(routes!(undo::handler))
}
