//! The domain under which the shared reports of a workspace are read.

mod body;
mod get;
mod remove;
mod set;
mod verify;
mod view;

use shared::events;
use utoipa_axum::router::OpenApiRouter;
use uuid::Uuid;

use crate::{routes::boxed_handler::routes, state::AppState};

/// Routes of this resource.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(get::handler, set::handler, remove::handler)).routes(routes!(verify::handler))
}

/// Lets hosting serve the domain as it is now: at once here, and on other replicas as soon as the bus reports it.
fn changed(state: &AppState, workspace_id: Uuid) {
    state.hosting.forget(Some(workspace_id));
    events::publish_site_changed(&state.bus, workspace_id);
}
