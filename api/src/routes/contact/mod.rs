//! Writing to the operator.

pub mod create;

use utoipa_axum::{router::OpenApiRouter, routes};

use crate::state::AppState;

/// The call on it.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(create::handler))
}
