//! Returns the budget of a workspace for data providers.

use axum::extract::State;
use serde::Serialize;
use shared::store::connection;
use utoipa::ToSchema;
use uuid::Uuid;

use super::view::Extras;
use crate::{
    error::Result,
    extract::{Json, Member, Success},
    state::AppState,
};

/// Budget of a workspace over all its connections, in millionths of a US dollar.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ProviderBudget)]
pub(super) struct BudgetView {
    /// Maximum per day (UTC); `null` for no limit.
    day_budget_micros: Option<i64>,
    /// Maximum per calendar month (UTC); `null` for no limit.
    month_budget_micros: Option<i64>,
    /// Spent and reserved today.
    spent_today_micros: i64,
    /// Spent and reserved in this calendar month.
    spent_month_micros: i64,
}

/// Response with the budget.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OneProviderBudget)]
pub(super) struct Answer {
    success: Success,
    budget: BudgetView,
}

/// Reads the budget and what is spent.
pub(super) async fn read(state: &AppState, workspace_id: Uuid) -> Result<Answer> {
    let budget = connection::budget(&state.db, workspace_id).await?;
    let spent = Extras::read(state, workspace_id).await?.spent(workspace_id);
    let budget = BudgetView {
        day_budget_micros: budget.day_budget_micros,
        month_budget_micros: budget.month_budget_micros,
        spent_today_micros: spent.day_micros,
        spent_month_micros: spent.month_micros,
    };
    Ok(Answer { success: Success, budget })
}

/// Get the budget for data providers.
///
/// It applies to all connections of the workspace together, in addition to their own budgets.
#[utoipa::path(get, path = "/api/connections/budget", tag = "connections", responses((status = 200, body = Answer)))]
pub(super) async fn handler(State(state): State<AppState>, member: Member) -> Result<Json<Answer>> {
    Ok(Json(read(&state, member.workspace_id).await?))
}
