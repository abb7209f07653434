//! Market data: markets, verticals, places and their sources.

mod export;
mod figure;
mod high_value;
mod locations;
mod market;
mod place;
mod places;
mod query;
mod search;
mod sources;
mod verticals;

use utoipa_axum::router::OpenApiRouter;

use crate::{routes::boxed_handler::routes, state::AppState};

/// Routes of this resource.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(search::search))
        .routes(routes!(search::goldmines))
        .routes(routes!(high_value::handler))
        .routes(routes!(verticals::handler))
        .routes(routes!(locations::handler))
        .routes(routes!(places::handler))
        .routes(routes!(sources::handler))
        .routes(routes!(export::handler))
}
