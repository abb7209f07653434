//! Returns a report.

use axum::extract::State;
use uuid::Uuid;

use super::view::{self, Answer};
use crate::{
    error::Result,
    extract::{Json, Member, Path},
    state::AppState,
};

/// Get a report.
///
/// Its settings, its logo and when it is made next.
#[utoipa::path(
    get, path = "/api/reports/{id}", tag = "reports", params(("id" = Uuid, Path)), responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Path(id): Path<Uuid>,
) -> Result<Json<Answer>> {
    view::answer(&state, member.workspace_id, id).await
}
