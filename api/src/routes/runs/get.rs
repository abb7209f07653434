//! Returns a run.

use axum::extract::State;
use serde::Serialize;
use shared::store::run;
use utoipa::ToSchema;
use uuid::Uuid;

use super::view::RunView;
use crate::{
    error::{ApiError, Result},
    extract::{Json, Member, Path, Success},
    state::AppState,
};

/// A run.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = RunAnswer)]
pub(crate) struct Answer {
    pub(crate) success: Success,
    pub(crate) run: RunView,
}

impl From<shared::domain::run::Run> for Answer {
    fn from(run: shared::domain::run::Run) -> Self {
        Self { success: Success, run: run.into() }
    }
}

/// Get a run.
#[utoipa::path(get, path = "/api/runs/{id}", tag = "runs", params(("id" = Uuid, Path)), responses((status = 200, body = Answer)))]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Path(id): Path<Uuid>,
) -> Result<Json<Answer>> {
    let run = run::find(&state.db, member.workspace_id, id).await?.ok_or(ApiError::NotFound("run"))?;
    Ok(Json(run.into()))
}
