//! The switches that stop all acting.

mod get;
mod operator;
mod set;
mod view;

use utoipa_axum::router::OpenApiRouter;

use crate::{routes::boxed_handler::routes, state::AppState};

/// The calls of this resource.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(get::handler, set::handler)).routes(routes!(operator::get, operator::set))
}
