//! Returns the statement of a buyer.

use axum::extract::State;
use serde::Serialize;
use shared::domain::statement::Statement;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{Params, find};
use crate::{
    error::Result,
    extract::{Json, Member, Path, Query, Success},
    state::AppState,
};

/// Response with a statement.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OneStatement)]
pub(super) struct Answer {
    success: Success,
    statement: Statement,
}

/// Get the statement of a buyer.
///
/// What the buyer owed before the first day, the charged leads, refunds and payments until the last day, and what is owed then,
/// in each currency. All of it is from the ledger.
#[utoipa::path(
    get, path = "/api/buyers/{id}/statement", tag = "leads", params(("id" = Uuid, Path), Params),
    responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Path(id): Path<Uuid>, Query(params): Query<Params>,
) -> Result<Json<Answer>> {
    let statement = find(&state, member.workspace_id, id, &params).await?;
    Ok(Json(Answer { success: Success, statement }))
}
