//! Content documents and their versions.

mod begin;
mod body;
mod compose;
mod create;
mod delete;
mod diff;
mod draft;
mod estimate;
mod export;
mod get;
mod input;
mod list;
mod model;
mod part;
mod questions;
mod restore;
mod save;
mod score;
mod update;
mod version;
mod versions;
mod view;
mod writers;

use utoipa_axum::router::OpenApiRouter;

pub(crate) use body::{append, found, wanted_version};
pub(crate) use save::answer as saved;
pub(crate) use view::OneVersion;

use crate::{routes::boxed_handler::routes, state::AppState};

/// Routes of this resource.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(writers::handler))
        .routes(routes!(list::handler, create::handler))
        .routes(routes!(draft::handler))
        .routes(routes!(estimate::handler))
        .routes(routes!(get::handler, update::handler, delete::handler))
        .routes(routes!(versions::handler, save::handler))
        .routes(routes!(version::handler))
        .routes(routes!(restore::handler))
        .routes(routes!(diff::handler))
        .routes(routes!(questions::handler))
        .routes(routes!(export::handler))
}

/// Routes that wait for a run.
pub fn waiting() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(score::handler)).routes(routes!(compose::handler))
}
