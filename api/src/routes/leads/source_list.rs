//! Lists sources of leads.

use axum::extract::State;
use serde::Serialize;
use shared::store::lead;
use utoipa::ToSchema;

use super::source_body::View;
use crate::{
    error::Result,
    extract::{Json, Member, Success},
    state::AppState,
};

/// The sources of a workspace.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = LeadSourceList)]
pub(super) struct Answer {
    success: Success,
    sources: Vec<View>,
}

/// List sources of leads.
///
/// Forms and call tracking of the websites, oldest first.
#[utoipa::path(get, path = "/api/lead-sources", tag = "leads", responses((status = 200, body = Answer)))]
pub(super) async fn handler(State(state): State<AppState>, member: Member) -> Result<Json<Answer>> {
    let sources = lead::list_sources(&state.db, member.workspace_id).await?;
    let sources = sources.into_iter().map(|source| View::of(&state, source)).collect();
    Ok(Json(Answer { success: Success, sources }))
}
