//! Experiments: what was tried, its power before and its verdict after.

mod body;
mod create;
mod delete;
mod export;
mod get;
mod judge;
mod list;
mod update;
mod view;

use utoipa_axum::router::OpenApiRouter;

use crate::{routes::boxed_handler::routes, state::AppState};

/// The calls of this resource.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(list::handler))
        .routes(routes!(get::handler, delete::handler))
        .routes(routes!(export::all))
        .routes(routes!(export::days))
}

/// Calls that wait for a run.
pub fn waiting() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(create::handler))
        .routes(routes!(update::handler))
        .routes(routes!(judge::handler))
}
