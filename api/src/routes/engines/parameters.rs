//! Returns the parameter schema of an action.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use shared::{domain::engine_version::VersionRole, store::engine_version};
use utoipa::{IntoParams, ToSchema};

use super::{
    data::{action, actions},
    engine,
};
use crate::{
    error::Result,
    extract::{Json, Member, Path, Query, Success},
    state::AppState,
};

/// JSON schema of an action's parameters.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = EngineParameters)]
pub(super) struct Answer {
    success: Success,
    /// JSON schema for a form; every property is optional and has a default.
    #[schema(value_type = Object)]
    schema: Value,
}

/// For which action.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Params {
    /// One of the engine's `actions`. Default: the first.
    action: Option<String>,
}

/// Get the parameter schema of an action.
///
/// A JSON schema. Its defaults are those of the champion version.
#[utoipa::path(get, path = "/api/intelligence-engines/{id}/parameters", tag = "engines", params(("id" = String, Path), Params), responses((status = 200, body = Answer)))]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Path(id): Path<String>, Query(params): Query<Params>,
) -> Result<Json<Answer>> {
    let engine = engine(&id)?;
    let name = params.action.as_deref().or(actions(engine).first().copied()).unwrap_or_default();
    let mut schema = action(engine, name)?.parameters_schema();
    let versions = engine_version::list(&state.db, member.workspace_id, Some(engine.as_str())).await?;
    let champion = versions.into_iter().find(|one| one.role == VersionRole::Champion && one.action == name);
    for (name, value) in champion.map(|one| one.parameters.0).unwrap_or_default() {
        schema["properties"][name]["default"] = value;
    }
    Ok(Json(Answer { success: Success, schema }))
}
