//! Crawls of websites, their pages and the issues of the pages.

mod ai_access;
mod ai_export;
mod create;
mod delete;
mod export;
mod get;
mod issues;
mod list;
mod page;
mod pages;
mod rendering;
mod schedule;
mod view;

use utoipa_axum::router::OpenApiRouter;

use crate::{routes::boxed_handler::routes, state::AppState};

/// Routes of this resource.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(list::handler))
        .routes(routes!(issues::handler))
        .routes(routes!(rendering::handler))
        .routes(routes!(schedule::get, schedule::put))
        .routes(routes!(get::handler, delete::handler))
        .routes(routes!(pages::handler))
        .routes(routes!(ai_access::handler))
        .routes(routes!(page::handler))
}

/// Routes that wait for a run.
pub fn waiting() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(create::handler))
}

/// Routes that stream.
pub fn streaming() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(export::handler)).routes(routes!(ai_export::handler))
}
