//! Versions of an engine: champions, challengers and their scores.

mod create;
mod list;
mod promote;
mod reset;
mod retire;
mod roll_back;
mod view;

use utoipa_axum::router::OpenApiRouter;

use crate::{routes::boxed_handler::routes, state::AppState};

/// Routes of this resource.
pub(super) fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(list::handler))
        .routes(routes!(create::handler))
        .routes(routes!(promote::handler))
        .routes(routes!(roll_back::handler))
        .routes(routes!(reset::handler))
        .routes(routes!(retire::handler))
}
