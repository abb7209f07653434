//! Webhooks, which send events of a workspace to other systems.

mod body;
mod create;
mod delete;
mod deliveries;
mod get;
mod list;
mod redeliver;
mod test;
mod update;
mod view;

use utoipa_axum::router::OpenApiRouter;

use crate::{routes::boxed_handler::routes, state::AppState};

/// Routes of this resource.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(list::handler, create::handler))
        .routes(routes!(get::handler, update::handler, delete::handler))
        .routes(routes!(test::handler))
        .routes(routes!(deliveries::handler))
        .routes(routes!(redeliver::handler))
}
