//! Lists the workspace's schedules.

use axum::extract::State;
use serde::Serialize;
use shared::store::schedule;
use utoipa::ToSchema;

use super::view::ScheduleView;
use crate::{
    error::Result,
    extract::{Json, Member, Success},
    state::AppState,
};

/// The schedules of a workspace.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ScheduleList)]
pub(super) struct Answer {
    success: Success,
    schedules: Vec<ScheduleView>,
}

/// List schedules.
///
/// Oldest first; a workspace has at most 50.
#[utoipa::path(get, path = "/api/schedules", tag = "schedules", responses((status = 200, body = Answer)))]
pub(super) async fn handler(State(state): State<AppState>, member: Member) -> Result<Json<Answer>> {
    let schedules = schedule::list(&state.db, member.workspace_id).await?;
    Ok(Json(Answer { success: Success, schedules: schedules.into_iter().map(ScheduleView::from).collect() }))
}
