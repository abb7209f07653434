//! Returns the status of all engines.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::{
    health::{self, Health},
    view::{self, EngineView},
};
use crate::{
    error::Result,
    extract::{Json, Member, Query, Success},
    state::AppState,
};

/// Query parameters.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub(super) struct Params {
    /// Only for this website.
    website_id: Option<Uuid>,
}

/// All engines, and the system health of the installation.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = EngineStatuses)]
pub(super) struct Answer {
    success: Success,
    engines: Vec<EngineView>,
    system_health: Health,
}

/// Get the status of all engines.
///
/// Includes the system health of the installation.
#[utoipa::path(get, path = "/api/intelligence-engines/status", tag = "engines", params(Params), responses((status = 200, body = Answer)))]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Query(params): Query<Params>,
) -> Result<Json<Answer>> {
    let engines = view::all(&state.db, member.workspace_id, params.website_id).await?;
    Ok(Json(Answer { success: Success, engines, system_health: health::read(&state).await? }))
}
