//! Returns the kill switches of the workspace.

use axum::extract::State;
use serde::Serialize;
use shared::store::kill_switch::Scope;
use utoipa::ToSchema;

use super::view::{SwitchView, of};
use crate::{
    error::Result,
    extract::{Json, Member, Success},
    state::AppState,
};

/// The kill switches that apply to the workspace.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = KillSwitches)]
pub(super) struct Answer {
    success: Success,
    /// True if either is on.
    is_stopped: bool,
    workspace: SwitchView,
    /// The whole installation.
    operator: SwitchView,
}

/// Reads both switches.
pub(super) async fn both(state: &AppState, workspace_id: uuid::Uuid) -> Result<Answer> {
    let workspace = of(&state.db, Scope::Workspace(workspace_id)).await?;
    let operator = of(&state.db, Scope::Operator).await?;
    Ok(Answer { success: Success, is_stopped: workspace.is_on || operator.is_on, workspace, operator })
}

/// Get the kill switch of the workspace.
///
/// Whether plan execution is stopped, by whom and why.
#[utoipa::path(get, path = "/api/kill-switch", tag = "plans", responses((status = 200, body = Answer)))]
pub(super) async fn handler(State(state): State<AppState>, member: Member) -> Result<Json<Answer>> {
    both(&state, member.workspace_id).await.map(Json)
}
