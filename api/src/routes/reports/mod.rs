//! Reports about websites for clients, under the name of an agency.

mod body;
mod create;
mod delete;
mod get;
mod issue;
mod list;
mod logo;
mod make;
mod pdf;
mod public;
mod schedule;
mod send;
mod share;
mod update;
mod view;

use axum::extract::DefaultBodyLimit;
use shared::{domain::report::Report, store::report};
use utoipa_axum::router::OpenApiRouter;
use uuid::Uuid;

use crate::{
    error::{ApiError, Result},
    routes::boxed_handler::routes,
    state::AppState,
};

/// Routes of this resource.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(list::handler, create::handler))
        .routes(routes!(get::handler, update::handler, delete::handler))
        .routes(routes!(issue::list, make::handler))
        .routes(routes!(issue::get, issue::delete))
        .routes(routes!(pdf::handler))
        .routes(routes!(send::handler))
        .routes(routes!(share::share, share::end))
        .routes(routes!(public::handler))
        .routes(routes!(public::pdf))
        .merge(logos())
}

/// Routes with a body limit of their own.
fn logos() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(logo::set, logo::remove))
        .layer(DefaultBodyLimit::max(shared::domain::report::LOGO_BYTES))
}

/// Returns a report of the workspace.
async fn find(state: &AppState, workspace_id: Uuid, id: Uuid) -> Result<Report> {
    report::find(&state.db, workspace_id, id).await?.ok_or(ApiError::NotFound("report"))
}
