//! Returns an engine.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use shared::store::run;
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::{
    engine,
    view::{self, EngineView},
};
use crate::{
    error::Result,
    extract::{Json, Member, Path, Query, Success},
    routes::runs::view::RunView,
    state::AppState,
};

/// Query parameters.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Params {
    /// Only for this website.
    website_id: Option<Uuid>,
}

/// An engine and its latest run.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = EngineAnswer)]
pub(super) struct Answer {
    success: Success,
    engine: EngineView,
    /// Its latest run in any status.
    latest: Option<RunView>,
}

/// Get an engine.
///
/// Its status in the workspace with its latest run.
#[utoipa::path(get, path = "/api/intelligence-engines/{id}", tag = "engines", params(("id" = String, Path), Params), responses((status = 200, body = Answer)))]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Path(id): Path<String>, Query(params): Query<Params>,
) -> Result<Json<Answer>> {
    let id = engine(&id)?;
    let engine = view::one(&state.db, member.workspace_id, params.website_id, id).await?;
    let latest = run::latest(&state.db, member.workspace_id, id.as_str(), params.website_id, None).await?;
    Ok(Json(Answer { success: Success, engine, latest: latest.map(RunView::from) }))
}
