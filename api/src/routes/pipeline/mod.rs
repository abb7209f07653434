//! The pipeline: markets that a workspace works on, the scans that they come from, and the sites that are built for them.

mod add;
mod analysis;
mod batch_deploy;
mod deploy_goldmines;
mod generate_and_deploy;
mod keyword;
mod launch;
mod list;
mod remove;
mod repeat;
mod scans;
mod status;
mod view;

use utoipa_axum::router::OpenApiRouter;

use crate::{routes::boxed_handler::routes, state::AppState};

/// Routes of this resource.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(list::handler, add::handler))
        .routes(routes!(remove::handler))
        .routes(routes!(status::handler))
        .routes(routes!(scans::handler))
        .routes(routes!(analysis::handler))
}

/// Routes that start many runs, or wait for them.
pub fn waiting() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(deploy_goldmines::handler))
        .routes(routes!(batch_deploy::handler))
        .routes(routes!(generate_and_deploy::handler))
}
