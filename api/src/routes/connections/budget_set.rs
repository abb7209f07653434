//! Sets the budget of a workspace for data providers.

use axum::extract::State;
use serde::Deserialize;
use shared::{domain::connection::Budget, store::connection};
use utoipa::ToSchema;

use super::{
    body,
    budget_get::{self, Answer},
};
use crate::{
    error::Result,
    extract::{Changes, Json, Member},
    state::AppState,
};

/// The whole budget, in millionths of a US dollar.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = NewProviderBudget)]
pub(super) struct Input {
    /// Maximum per day (UTC); `null` or omitted for no limit.
    day_budget_micros: Option<i64>,
    /// Maximum per calendar month (UTC); `null` or omitted for no limit.
    month_budget_micros: Option<i64>,
}

/// Set the budget for data providers.
///
/// A call whose estimate exceeds what is left is not made. Calls in progress count with their estimates. Requires an
/// editor.
#[utoipa::path(
    put, path = "/api/connections/budget", tag = "connections", request_body = Input,
    responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member<Changes>, Json(input): Json<Input>,
) -> Result<Json<Answer>> {
    let Input { day_budget_micros, month_budget_micros } = input;
    let budget = body::budget(Budget { day_budget_micros, month_budget_micros })?;
    connection::set_budget(&state.db, member.workspace_id, budget).await?;
    Ok(Json(budget_get::read(&state, member.workspace_id).await?))
}
