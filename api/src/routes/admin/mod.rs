//! Operations for administrators.

pub mod audit_log;
pub mod contact_message_delete;
pub mod contact_message_list;
pub mod outbox;
pub(crate) mod prices;
pub mod queue;
pub mod user_list;
pub mod user_update;
pub mod workers;

use utoipa_axum::router::OpenApiRouter;

use crate::{routes::boxed_handler::routes, state::AppState};

/// Routes of this resource.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(workers::handler))
        .routes(routes!(queue::handler))
        .routes(routes!(outbox::handler))
        .routes(routes!(contact_message_list::handler))
        .routes(routes!(contact_message_delete::handler))
        .routes(routes!(user_list::handler))
        .routes(routes!(user_update::handler))
        .routes(routes!(audit_log::handler))
        .routes(routes!(prices::get, prices::set))
}
