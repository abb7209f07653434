//! Versions of an engine: which parameters are in charge, which challenge them, and how each has done.

mod create;
mod list;
mod promote;
mod reset;
mod retire;
mod roll_back;
mod view;

use utoipa_axum::router::OpenApiRouter;

use crate::{routes::boxed_handler::routes, state::AppState};

/// The calls on them.
pub(super) fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(list::handler))
        .routes(routes!(create::handler))
        .routes(routes!(promote::handler))
        .routes(routes!(roll_back::handler))
        .routes(routes!(reset::handler))
        .routes(routes!(retire::handler))
}
