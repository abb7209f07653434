//! Imported data other than search data: ranks, SERPs, pages and payouts, each with its source and date.

mod export;
mod list;
mod pages;
mod rates;
mod summary;

pub(crate) use list::{Answer, filled, website_id};

use utoipa_axum::router::OpenApiRouter;

use crate::{routes::boxed_handler::routes, state::AppState};

/// Routes of these resources.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(list::rankings))
        .routes(routes!(list::serps))
        .routes(routes!(pages::handler))
        .routes(routes!(rates::handler))
        .routes(routes!(summary::handler))
}

/// Routes of exports, which may take long.
pub fn streaming() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(export::handler))
}
