//! Returns an invoice.

use axum::extract::State;
use uuid::Uuid;

use super::{Answer, answer};
use crate::{
    error::Result,
    extract::{Json, Member, Path},
    state::AppState,
};

/// Get an invoice.
#[utoipa::path(
    get, path = "/api/invoices/{id}", tag = "leads", params(("id" = Uuid, Path)),
    responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Path(id): Path<Uuid>,
) -> Result<Json<Answer>> {
    answer(&state, member.workspace_id, id).await
}
