//! Own market data: values that override the reference data, and their changes.

mod changes;
mod check;
mod create;
mod csv;
mod import;
mod input;
mod list;
mod remove;
mod split;
mod store;

use utoipa_axum::router::OpenApiRouter;

use crate::{routes::boxed_handler::routes, state::AppState};

/// Routes of this resource.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(list::handler, create::handler))
        .routes(routes!(remove::handler))
        .routes(routes!(import::handler))
        .routes(routes!(changes::list))
        .routes(routes!(changes::undo))
        .routes(routes!(changes::redo))
}
