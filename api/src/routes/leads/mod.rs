//! Leads that the server receives: public forms and call webhooks, and their list. Imported leads are in
//! [`super::imported`].

mod calls;
mod detail;
mod erase;
mod export;
mod form;
mod list;
mod moves;
mod page;
mod route;
mod source_body;
mod source_create;
mod source_delete;
mod source_list;
mod source_update;

use utoipa_axum::router::OpenApiRouter;

use crate::{routes::boxed_handler::routes, state::AppState};

/// Maximum bytes of a form or a call.
pub const BODY_BYTES: usize = 32 << 10;

/// Routes of this resource.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(list::handler))
        .routes(routes!(detail::handler))
        .routes(routes!(moves::handler))
        .routes(routes!(erase::handler))
        .routes(routes!(source_list::handler, source_create::handler))
        .routes(routes!(source_update::handler, source_delete::handler))
}

/// Routes of exports, which may take long.
pub fn streaming() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(export::handler))
}

/// Routes for visitors and providers, who have no account.
pub fn public() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(form::handler)).routes(routes!(calls::handler))
}
