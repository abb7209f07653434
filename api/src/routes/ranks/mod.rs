//! Rank tracking: keywords, checks, settings and measures.

mod alert_subscription;
mod alerts;
mod check;
mod checks;
mod create;
mod digest;
mod digest_send;
mod digest_subscription;
mod estimate;
mod export;
mod filter;
mod get;
mod input;
mod list;
mod remove;
mod settings;
mod summary;
mod update;
mod view;

use shared::{domain::website::Website, store};
use utoipa_axum::router::OpenApiRouter;
use uuid::Uuid;

use crate::{
    error::{ApiError, Result},
    routes::boxed_handler::routes,
    state::AppState,
};

/// Routes of this resource.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(list::handler, create::handler, update::handler))
        .routes(routes!(remove::handler))
        .routes(routes!(get::handler))
        .routes(routes!(estimate::handler))
        .routes(routes!(settings::read, settings::write))
        .routes(routes!(summary::handler))
        .routes(routes!(checks::list))
        .routes(routes!(alerts::handler))
        .routes(routes!(alert_subscription::read, alert_subscription::change))
        .routes(routes!(digest::read, digest::write))
        .routes(routes!(digest_send::preview))
        .routes(routes!(digest_send::send))
        .routes(routes!(digest_subscription::change))
        .routes(routes!(digest_subscription::unsubscribe))
}

/// Routes that wait for a run.
pub fn waiting() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(check::handler))
}

/// Routes that stream.
pub fn streaming() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(export::handler)).routes(routes!(checks::export))
}

/// Returns a website of the workspace.
async fn website(state: &AppState, workspace_id: Uuid, id: Uuid) -> Result<Website> {
    store::website::find(&state.db, workspace_id, id).await?.ok_or(ApiError::NotFound("website"))
}
