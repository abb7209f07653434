//! Campaigns: rules that turn scored markets into sites, within a budget, until a goal.

mod actions;
mod body;
mod change;
mod create;
mod delete;
mod dry_run;
mod forecast;
mod get;
mod launch;
mod list;
mod market_pool;
mod money;
mod pause;
mod resume;
mod stop;
mod update;
mod view;

use utoipa_axum::router::OpenApiRouter;

use crate::{routes::boxed_handler::routes, state::AppState};

/// Routes of this resource.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(list::handler, create::handler))
        .routes(routes!(get::handler, update::handler, delete::handler))
        .routes(routes!(launch::handler))
        .routes(routes!(pause::handler))
        .routes(routes!(resume::handler))
        .routes(routes!(stop::handler))
        .routes(routes!(actions::handler))
}

/// Routes that compute for seconds.
pub fn waiting() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(dry_run::handler)).routes(routes!(forecast::handler))
}
