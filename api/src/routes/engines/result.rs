//! Returns the latest result of an engine.

use axum::extract::State;
use serde::Deserialize;
use shared::{domain::run::RunStatus, store::run};
use utoipa::IntoParams;
use uuid::Uuid;

use super::{data, engine};
use crate::{
    error::Result,
    extract::{Json, Member, Path, Query, Success},
    routes::runs::result::Answer,
    state::AppState,
};

/// Query parameters.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Params {
    /// Only for this website.
    website_id: Option<Uuid>,
    /// Action. Default: the action of the latest run.
    action: Option<String>,
}

/// Get the latest result of an engine.
///
/// The latest successful run of the engine or of one action, with its result. Both are null if there is none.
#[utoipa::path(get, path = "/api/intelligence-engines/{id}/result", tag = "engines", params(("id" = String, Path), Params), responses((status = 200, body = Answer)))]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Path(id): Path<String>, Query(params): Query<Params>,
) -> Result<Json<Answer>> {
    let engine = engine(&id)?;
    let (db, workspace, website) = (&state.db, member.workspace_id, params.website_id);
    let latest = match &params.action {
        Some(action) => {
            data::action(engine, action)?;
            run::latest_action(db, workspace, engine.as_str(), action, website).await?
        }
        None => run::latest(db, workspace, engine.as_str(), website, Some(RunStatus::Succeeded)).await?,
    };
    let result = match &latest {
        Some(latest) => run::result(db, workspace, latest.id).await?,
        None => None,
    };
    Ok(Json(Answer { success: Success, run: latest.map(Into::into), result }))
}
