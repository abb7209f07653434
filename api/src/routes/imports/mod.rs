//! Imports: exports of other tools, which are uploaded, inspected and stored.

mod abandoned;
mod bundle;
mod commit;
mod create;
mod duplicate;
mod get;
mod list;
mod options;
mod part;
mod sample;
mod undo;
mod upload;
mod view;

use axum::extract::DefaultBodyLimit;
use utoipa_axum::router::OpenApiRouter;

use crate::{routes::boxed_handler::routes, state::AppState};

/// Routes with a short timeout.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(list::handler)).routes(routes!(get::handler))
}

/// Routes that receive a file or wait for a run.
pub fn waiting() -> OpenApiRouter<AppState> {
    let uploads = OpenApiRouter::new()
        .routes(routes!(create::handler))
        // The size of a file is checked while it is received; this limit allows for the rest of the form.
        .layer(DefaultBodyLimit::max(part::MOST_BYTES + 1_000_000));
    OpenApiRouter::new()
        .merge(uploads)
        .routes(routes!(commit::handler))
        .routes(routes!(options::handler))
        .routes(routes!(undo::handler))
        .routes(routes!(sample::handler))
}
