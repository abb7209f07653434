//! Fetches data on keywords through a connection.

mod create;
mod estimate;
mod input;
mod list;
mod schedule;

use shared::{
    domain::{connection::Connection, keyword_data::KEYWORD_PROVIDERS, website::Website},
    ranks,
    store::{self, connection},
};
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
        .routes(routes!(list::handler))
        .routes(routes!(estimate::handler))
        .routes(routes!(schedule::get, schedule::put))
}

/// Routes of exports, which may take long.
pub fn streaming() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(list::download))
}

/// Routes that wait for a run.
pub fn waiting() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(create::handler))
}

/// Returns a website of the workspace.
async fn website(state: &AppState, workspace_id: Uuid, id: Uuid) -> Result<Website> {
    store::website::find(&state.db, workspace_id, id).await?.ok_or(ApiError::NotFound("website"))
}

/// Returns the connection to use; `None` if none returns data on keywords.
async fn chosen(state: &AppState, workspace_id: Uuid, text: Option<&str>) -> Result<Option<Connection>> {
    let all = connection::list(&state.db, workspace_id).await?;
    let Some(text) = text.filter(|text| !text.is_empty()) else {
        return Ok(ranks::choose_of(all, &KEYWORD_PROVIDERS, None));
    };
    let wrong = || ApiError::invalid("/connectionId", "Choose a connection that returns data on keywords.");
    let id: Uuid = text.parse().map_err(|_| wrong())?;
    ranks::choose_of(all, &KEYWORD_PROVIDERS, Some(id)).map(Some).ok_or_else(wrong)
}
