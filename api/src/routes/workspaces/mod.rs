//! Workspaces, their members and invitations.

pub mod create;
pub mod delete;
pub mod invite_accept;
pub mod invite_create;
pub mod invite_list;
pub mod invite_revoke;
pub mod list;
pub mod member_remove;
pub mod member_update;
pub mod members;
pub mod update;
pub mod usage;

use utoipa_axum::router::OpenApiRouter;

use crate::{routes::boxed_handler::routes, state::AppState};

/// Routes of this resource.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(list::handler, create::handler))
        .routes(routes!(update::handler, delete::handler))
        .routes(routes!(members::handler))
        .routes(routes!(usage::handler))
        .routes(routes!(member_update::handler, member_remove::handler))
        .routes(routes!(invite_list::handler, invite_create::handler))
        .routes(routes!(invite_revoke::handler))
        .routes(routes!(invite_accept::handler))
}
