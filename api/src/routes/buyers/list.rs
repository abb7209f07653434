//! Lists buyers.

use axum::extract::State;
use serde::Serialize;
use shared::{domain::buyer::Buyer, store::buyer};
use utoipa::ToSchema;

use crate::{
    error::Result,
    extract::{Json, Member, Success},
    state::AppState,
};

/// The buyers of a workspace.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = BuyerList)]
pub(super) struct Answer {
    success: Success,
    buyers: Vec<Buyer>,
}

/// List buyers.
///
/// In the order in which leads are offered: by priority, then by price. A workspace has at most 200.
#[utoipa::path(get, path = "/api/buyers", tag = "leads", responses((status = 200, body = Answer)))]
pub(super) async fn handler(State(state): State<AppState>, member: Member) -> Result<Json<Answer>> {
    Ok(Json(Answer { success: Success, buyers: buyer::list(&state.db, member.workspace_id).await? }))
}
