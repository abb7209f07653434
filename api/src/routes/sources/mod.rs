//! Data sources of websites: connections that fetch by themselves.

mod list;
mod sessions;
mod sessions_export;
mod speed;
mod speed_export;
mod sync;
mod view;
mod vitals;
mod vitals_export;

use utoipa_axum::router::OpenApiRouter;

use crate::{routes::boxed_handler::routes, state::AppState};

/// Routes of this resource.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(list::handler))
        .routes(routes!(sessions::handler))
        .routes(routes!(vitals::handler))
        .routes(routes!(speed::handler))
}

/// Routes that stream.
pub fn streaming() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(sessions_export::handler))
        .routes(routes!(vitals_export::handler))
        .routes(routes!(speed_export::handler))
}

/// Routes that wait for a run.
pub fn waiting() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(sync::handler))
}
