//! Editorial packs: the built-in ones, and a workspace's own ones, which override them.

mod change;
mod check;
mod export;
mod get;
mod history;
mod import;
mod key;
mod list;
mod put;
mod remove;
mod restore;
mod store;
mod summary;
mod unpack;
mod view;

use axum::extract::DefaultBodyLimit;
use utoipa_axum::router::OpenApiRouter;

use crate::{routes::boxed_handler::routes, state::AppState};

/// Routes of this resource.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(list::handler))
        .routes(routes!(get::handler, put::handler, remove::handler))
        .routes(routes!(history::handler))
        .routes(routes!(change::handler))
        .routes(routes!(restore::handler))
}

/// Routes of files, with their own limits of size and time.
pub fn files() -> OpenApiRouter<AppState> {
    let import = OpenApiRouter::new().routes(routes!(import::handler)).layer(DefaultBodyLimit::max(import::MOST_BYTES));
    OpenApiRouter::new().routes(routes!(export::handler)).merge(import)
}
