//! Lists the children of a run.

use axum::extract::State;
use serde::Deserialize;
use shared::store::run;
use utoipa::IntoParams;
use uuid::Uuid;

use super::list::Answer;
use crate::{
    error::{ApiError, Result},
    extract::{Json, Limit, Member, Path, Query},
    state::AppState,
};

/// Query parameters.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Params {
    /// Maximum number of results, 1 to 200. Default: 50.
    #[serde(default)]
    #[param(value_type = Option<u32>)]
    limit: Limit,
    /// `nextCursor` of the previous page.
    cursor: Option<Uuid>,
}

/// List children of a run.
///
/// Oldest first.
#[utoipa::path(get, path = "/api/runs/{id}/children", tag = "runs", params(("id" = Uuid, Path), Params), responses((status = 200, body = Answer)))]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Path(id): Path<Uuid>, Query(params): Query<Params>,
) -> Result<Json<Answer>> {
    run::find(&state.db, member.workspace_id, id).await?.ok_or(ApiError::NotFound("run"))?;
    let page = run::children(&state.db, member.workspace_id, id, params.cursor, params.limit.get()).await?;
    Ok(Json(page.into()))
}
