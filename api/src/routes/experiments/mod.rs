//! Experiments, with their power and their outcome.

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

/// Routes of this resource.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(list::handler))
        .routes(routes!(get::handler, delete::handler))
        .routes(routes!(export::all))
        .routes(routes!(export::days))
}

/// Routes that wait for a run.
pub fn waiting() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(create::handler))
        .routes(routes!(update::handler))
        .routes(routes!(judge::handler))
}
