//! The calls: a folder for each resource, a file for each operation, and here the one list of them.

pub mod status;

use utoipa_axum::router::OpenApiRouter;

use crate::state::AppState;

/// Calls with a small body and a quick answer.
pub fn quick() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
}

/// Calls that set their own limits of time and size: uploads, exports, and those that wait for a run.
pub fn open_ended() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
}
