//! Schedules: engine runs at regular times.

mod body;
mod create;
mod delete;
mod get;
mod list;
mod update;
mod view;

use utoipa_axum::router::OpenApiRouter;

use crate::{routes::boxed_handler::routes, state::AppState};

/// Routes of this resource.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(list::handler, create::handler)).routes(routes!(
        get::handler,
        update::handler,
        delete::handler
    ))
}
