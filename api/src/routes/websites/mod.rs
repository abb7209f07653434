//! Websites: the subjects of imports and runs.

pub mod address;
pub mod answer;
mod archive;
mod conversions;
pub mod create;
mod daily;
mod daily_pages;
mod days;
mod delete;
pub mod get;
pub mod list;
mod name;
mod restore;
mod revenue;
pub mod settings;
mod update;
pub mod view;
mod visits;

use utoipa_axum::router::OpenApiRouter;

use crate::{routes::boxed_handler::routes, state::AppState};

/// Routes of this resource.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(list::handler, create::handler))
        .routes(routes!(get::handler, update::handler, delete::handler))
        .routes(routes!(archive::handler))
        .routes(routes!(restore::handler))
        .routes(routes!(daily::handler))
        .routes(routes!(revenue::handler))
        .routes(routes!(daily_pages::handler))
        .routes(routes!(visits::handler))
        .routes(routes!(conversions::handler))
}

/// Routes of exports, which may take long.
pub fn streaming() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(conversions::export))
}
