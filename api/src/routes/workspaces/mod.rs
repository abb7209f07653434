//! Workspaces.

pub mod list;

use utoipa_axum::{router::OpenApiRouter, routes};

use crate::state::AppState;

/// The calls on them.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(list::handler))
}
