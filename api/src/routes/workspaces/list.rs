//! Lists the caller's workspaces.

use axum::extract::State;
use serde::Serialize;
use shared::store::workspace;

use crate::{
    error::Result,
    extract::{Caller, Json, Success},
    routes::user::view::WorkspaceView,
    state::AppState,
};

/// All workspaces, the personal one first.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(as = Workspaces)]
pub struct Answer {
    success: Success,
    workspaces: Vec<WorkspaceView>,
}

/// List workspaces.
#[utoipa::path(get, path = "/api/workspaces", tag = "workspaces", responses((status = 200, body = Answer)))]
pub async fn handler(State(state): State<AppState>, caller: Caller) -> Result<Json<Answer>> {
    let workspaces = workspace::list(&state.db, caller.user_id).await?;
    Ok(Json(Answer { success: Success, workspaces: workspaces.into_iter().map(WorkspaceView::from).collect() }))
}
