//! Collected data with tables of their own: Search Console, Bing, backlinks, sessions, leads and revenue.

mod backlinks;
mod bing;
pub(super) mod export;
mod leads;
mod records;
mod revenue;
mod search_performance;
mod sessions;

use utoipa_axum::router::OpenApiRouter;

use crate::{routes::boxed_handler::routes, state::AppState};

/// Routes of lists and summaries.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(backlinks::list))
        .routes(routes!(backlinks::summary))
        .routes(routes!(bing::list))
        .routes(routes!(bing::summary))
        .routes(routes!(search_performance::list))
        .routes(routes!(search_performance::summary))
        .routes(routes!(sessions::list))
        .routes(routes!(sessions::summary))
        .routes(routes!(leads::list))
        .routes(routes!(leads::summary))
        .routes(routes!(revenue::list))
        .routes(routes!(revenue::summary))
}

/// Routes of exports, which may take long.
pub fn streaming() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(backlinks::export))
        .routes(routes!(bing::export))
        .routes(routes!(search_performance::export))
        .routes(routes!(sessions::export))
        .routes(routes!(leads::export))
        .routes(routes!(revenue::export))
}
