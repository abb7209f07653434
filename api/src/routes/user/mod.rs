//! The caller's own account.

pub mod account_delete;
pub mod api_key_create;
pub mod api_key_delete;
pub mod api_key_list;
pub mod audit_log;
pub mod avatar_delete;
pub mod avatar_get;
pub mod avatar_update;
pub mod export;
pub mod onboarding_complete;
pub mod onboarding_status;
pub mod preferences_get;
pub mod preferences_update;
pub mod profile_update;
pub mod view;

use axum::extract::DefaultBodyLimit;
use utoipa_axum::router::OpenApiRouter;

use crate::{routes::boxed_handler::routes, state::AppState};

/// Routes of this resource.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(onboarding_status::handler))
        .routes(routes!(onboarding_complete::handler))
        .routes(routes!(preferences_get::handler, preferences_update::handler))
        .routes(routes!(profile_update::handler))
        .routes(routes!(audit_log::handler))
        .routes(routes!(api_key_list::handler, api_key_create::handler))
        .routes(routes!(api_key_delete::handler))
        .routes(routes!(avatar_get::handler))
        .routes(routes!(account_delete::handler))
        .merge(pictures())
}

/// Routes with a larger body limit.
fn pictures() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(avatar_update::handler, avatar_delete::handler))
        .layer(DefaultBodyLimit::max(avatar_update::MOST_BYTES))
}

/// Routes with a streamed response.
pub fn streaming() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(export::handler))
}
