//! AI assistants that a user connected: what they may do, without a key of their own.

pub mod connect;
pub mod disconnect;
pub mod list;
pub mod request;

use utoipa_axum::router::OpenApiRouter;

use crate::{routes::boxed_handler::routes, state::AppState};

/// Routes of this resource.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(list::handler, connect::handler))
        .routes(routes!(request::handler))
        .routes(routes!(disconnect::handler))
}
