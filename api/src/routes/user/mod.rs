//! The caller's own account.

pub mod audit_log;
pub mod onboarding_complete;
pub mod onboarding_status;
pub mod preferences_get;
pub mod preferences_update;
pub mod profile_update;
pub mod view;

use utoipa_axum::{router::OpenApiRouter, routes};

use crate::state::AppState;

/// The calls on it.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(onboarding_status::handler))
        .routes(routes!(onboarding_complete::handler))
        .routes(routes!(preferences_get::handler, preferences_update::handler))
        .routes(routes!(profile_update::handler))
        .routes(routes!(audit_log::handler))
}
