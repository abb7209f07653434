//! Edits: changes of existing pages of a website.

mod approve;
mod body;
mod cancel;
mod check;
mod create;
mod delete;
mod get;
pub(crate) mod implement;
mod list;
mod patch;
mod prepare;
mod reverse;
mod undo;
mod update;
mod view;
mod win;
mod work;

use axum::extract::DefaultBodyLimit;
use utoipa_axum::router::OpenApiRouter;

use crate::{routes::boxed_handler::routes, state::AppState};

/// Routes of this resource.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(cancel::handler))
}

/// Routes with large bodies, and those that wait for a run.
pub fn waiting() -> OpenApiRouter<AppState> {
    let changes = OpenApiRouter::new()
        .routes(routes!(list::handler, create::handler))
        .routes(routes!(get::handler, update::handler, delete::handler))
        .layer(DefaultBodyLimit::max(body::MOST_BYTES));
    OpenApiRouter::new()
        .merge(changes)
        .routes(routes!(prepare::handler))
        .routes(routes!(approve::handler))
        .routes(routes!(check::handler))
        .routes(routes!(undo::handler))
}

/// Routes with large answers.
pub fn streaming() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(patch::handler))
}
