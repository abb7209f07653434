//! Kill switches, which stop all plan execution.

mod get;
mod operator;
mod set;
mod view;

use utoipa_axum::router::OpenApiRouter;

use crate::{routes::boxed_handler::routes, state::AppState};

/// Routes of this resource.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(get::handler, set::handler)).routes(routes!(operator::get, operator::set))
}
