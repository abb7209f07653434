//! What an engine found last.

use axum::extract::State;
use serde::Deserialize;
use shared::{domain::run::RunStatus, store::run};
use utoipa::IntoParams;
use uuid::Uuid;

use super::engine;
use crate::{
    error::Result,
    extract::{Json, Member, Path, Query, Success},
    routes::runs::result::Answer,
    state::AppState,
};

/// About what.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Params {
    /// About this website alone.
    website_id: Option<Uuid>,
}

/// The newest successful run of an engine with its result; both `null` before there is one.
#[utoipa::path(get, path = "/api/intelligence-engines/{id}/result", tag = "engines", params(("id" = String, Path), Params), responses((status = 200, body = Answer)))]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Path(id): Path<String>, Query(params): Query<Params>,
) -> Result<Json<Answer>> {
    let id = engine(&id)?.as_str();
    let status = Some(RunStatus::Succeeded);
    let latest = run::latest(&state.db, member.workspace_id, id, params.website_id, status).await?;
    let result = match &latest {
        Some(latest) => run::result(&state.db, member.workspace_id, latest.id).await?,
        None => None,
    };
    Ok(Json(Answer { success: Success, run: latest.map(Into::into), result }))
}
