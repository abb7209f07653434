//! Imports: exports of other tools, uploaded, looked at, and read into the store.

mod abandoned;
mod bundle;
mod commit;
mod create;
mod duplicate;
mod get;
mod list;
mod part;
mod sample;
mod undo;
mod upload;
mod view;

use axum::extract::DefaultBodyLimit;
use utoipa_axum::router::OpenApiRouter;

use crate::{routes::boxed_handler::routes, state::AppState};

/// The calls of this resource that answer quickly.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(list::handler)).routes(routes!(get::handler))
}

/// The calls that take a file or wait for a run.
pub fn waiting() -> OpenApiRouter<AppState> {
    let uploads = OpenApiRouter::new()
        .routes(routes!(create::handler))
        // The file's own limit is counted as it comes; this one is for what surrounds it.
        .layer(DefaultBodyLimit::max(part::MOST_BYTES + 1_000_000));
    OpenApiRouter::new()
        .merge(uploads)
        .routes(routes!(commit::handler))
        .routes(routes!(undo::handler))
        .routes(routes!(sample::handler))
}
