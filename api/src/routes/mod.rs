//! The calls: a folder for each resource, a file for each operation, and here the one list of them.

pub mod admin;
pub mod auth;
pub mod notifications;
pub mod status;
pub mod user;
pub mod websites;
pub mod workspaces;

use utoipa_axum::router::OpenApiRouter;

use crate::state::AppState;

/// Calls with a small body and a quick answer.
pub fn quick() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .merge(auth::router())
        .merge(user::router())
        .merge(workspaces::router())
        .merge(websites::router())
        .merge(notifications::router())
        .merge(admin::router())
}

/// Calls that set their own limits of time and size: uploads, exports, and those that wait for a run.
pub fn open_ended() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
}
