//! Returns the report domain.

use axum::extract::State;

use super::view::{self, Answer};
use crate::{
    error::Result,
    extract::{Json, Member},
    state::AppState,
};

/// Get the report domain.
///
/// The domain under which the shared reports of the workspace are read, with the DNS records that prove it.
#[utoipa::path(get, path = "/api/report-domain", tag = "reports", responses((status = 200, body = Answer)))]
pub(super) async fn handler(State(state): State<AppState>, member: Member) -> Result<Json<Answer>> {
    view::answer(&state, member.workspace_id).await
}
