//! Lists the connections of a workspace.

use axum::extract::State;
use serde::Serialize;
use shared::store::connection;
use utoipa::ToSchema;

use super::view::{ConnectionView, Extras};
use crate::{
    error::Result,
    extract::{Json, Member, Success},
    state::AppState,
};

/// Connections, oldest first.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ConnectionList)]
pub(super) struct Answer {
    success: Success,
    connections: Vec<ConnectionView>,
}

/// List connections.
///
/// Every member sees the status, the budget and the spending of each connection. Keys are never returned.
#[utoipa::path(get, path = "/api/connections", tag = "connections", responses((status = 200, body = Answer)))]
pub(super) async fn handler(State(state): State<AppState>, member: Member) -> Result<Json<Answer>> {
    let stored = connection::list(&state.db, member.workspace_id).await?;
    let extras = Extras::read(&state, member.workspace_id).await?;
    let connections = stored.into_iter().map(|one| extras.view(one)).collect();
    Ok(Json(Answer { success: Success, connections }))
}
