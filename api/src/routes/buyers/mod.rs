//! Buyers of leads.

mod body;
mod create;
mod delete;
mod get;
mod list;
mod statement;
mod update;
pub(super) mod verticals;

use serde::Serialize;
use shared::domain::buyer::Buyer;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;

use crate::{extract::Success, routes::boxed_handler::routes, state::AppState};

/// Response with a buyer.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OneBuyer)]
pub(super) struct Answer {
    success: Success,
    buyer: Buyer,
}

/// Routes of this resource.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(list::handler, create::handler))
        .routes(routes!(get::handler, update::handler, delete::handler))
        .merge(statement::router())
}
