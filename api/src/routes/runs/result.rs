//! Returns the result of a run.

use axum::extract::State;
use serde::Serialize;
use serde_json::Value;
use shared::store::run;
use utoipa::ToSchema;
use uuid::Uuid;

use super::view::RunView;
use crate::{
    error::{ApiError, Result},
    extract::{Json, Member, Path, Success},
    state::AppState,
};

/// A run and its result.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = RunResult)]
pub(crate) struct Answer {
    pub(crate) success: Success,
    pub(crate) run: Option<RunView>,
    /// Result, with a shape that depends on the run's kind; `null` before the run has succeeded.
    #[schema(value_type = Option<Object>)]
    pub(crate) result: Option<Value>,
}

/// Get the result of a run.
#[utoipa::path(get, path = "/api/runs/{id}/result", tag = "runs", params(("id" = Uuid, Path)), responses((status = 200, body = Answer)))]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Path(id): Path<Uuid>,
) -> Result<Json<Answer>> {
    let found = run::find(&state.db, member.workspace_id, id).await?.ok_or(ApiError::NotFound("run"))?;
    let result = run::result(&state.db, member.workspace_id, id).await?;
    Ok(Json(Answer { success: Success, run: Some(found.into()), result }))
}
