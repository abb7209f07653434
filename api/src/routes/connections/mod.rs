//! Connections to data providers: accounts, budgets, calls and what a connection would improve.

mod benefit;
mod body;
mod budget_get;
mod budget_set;
pub(crate) mod calls;
mod create;
mod delete;
mod export;
mod get;
mod google_callback;
mod google_start;
mod list;
pub(crate) mod provider_id;
mod providers;
mod reason;
mod recommendations;
mod schedule;
pub(crate) mod stats;
mod test;
mod ticket;
mod update;
mod view;

use utoipa_axum::router::OpenApiRouter;

use crate::{routes::boxed_handler::routes, state::AppState};

/// Routes of this resource.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(list::handler, create::handler))
        .routes(routes!(providers::handler))
        .routes(routes!(recommendations::handler))
        .routes(routes!(stats::handler))
        .routes(routes!(calls::handler))
        .routes(routes!(budget_get::handler, budget_set::handler))
        .routes(routes!(google_start::handler))
        .routes(routes!(google_callback::handler))
        .routes(routes!(get::handler, update::handler, delete::handler))
        .routes(routes!(test::handler))
}

/// Routes that stream.
pub fn streaming() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(export::handler))
}
