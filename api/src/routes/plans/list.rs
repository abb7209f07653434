//! Lists the workspace's plans.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use shared::{
    domain::plan::PlanStatus,
    store::plan::{self, Filter},
};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::view::ListedPlan;
use crate::{
    error::Result,
    extract::{Json, Limit, Member, Query, Success},
    state::AppState,
};

/// Query parameters.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Params {
    /// One of `planning`, `waiting_for_approval`, `running`, `halted`, `finished`, `rolled_back`, `rejected`, `undone`,
    /// `blocked`.
    #[param(inline)]
    status: Option<PlanStatus>,
    /// Maximum number of results, 1 to 200. Default: 50.
    #[serde(default)]
    #[param(value_type = Option<u32>)]
    limit: Limit,
    /// `nextCursor` of the previous page.
    cursor: Option<Uuid>,
}

/// A page of plans, newest first.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PlanList)]
pub(super) struct Answer {
    success: Success,
    plans: Vec<ListedPlan>,
    /// Value of `cursor` for the next page.
    next_cursor: Option<String>,
}

/// List plans.
///
/// Newest first.
#[utoipa::path(get, path = "/api/plans", tag = "plans", params(Params), responses((status = 200, body = Answer)))]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Query(params): Query<Params>,
) -> Result<Json<Answer>> {
    let filter = Filter { status: params.status, before: params.cursor };
    let page = plan::list(&state.db, member.workspace_id, &filter, params.limit.get()).await?;
    let plans = page.items.into_iter().map(ListedPlan::from).collect();
    Ok(Json(Answer { success: Success, plans, next_cursor: page.next_cursor }))
}
