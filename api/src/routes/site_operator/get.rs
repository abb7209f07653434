//! Returns the operator of sites.

use axum::extract::State;

use super::view::{self, Answer};
use crate::{
    error::Result,
    extract::{Json, Member},
    state::AppState,
};

/// Get the operator of sites.
///
/// Who runs the sites of the workspace, as each site shows it. Empty texts are unknown.
#[utoipa::path(get, path = "/api/site-operator", tag = "sites", responses((status = 200, body = Answer)))]
pub(super) async fn handler(State(state): State<AppState>, member: Member) -> Result<Json<Answer>> {
    Ok(Answer::of(view::find(&state, member.workspace_id).await?))
}
