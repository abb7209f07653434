//! Lists insights.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use shared::store::insight;
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::{confidence, insight_view::InsightView};
use crate::{
    error::Result,
    extract::{Json, Member, Query, Success},
    state::AppState,
};

/// Query parameters.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub(super) struct Params {
    /// Only of this engine.
    engine_id: Option<String>,
    /// Only for this website.
    website_id: Option<Uuid>,
    /// Maximum number of results, 1 to 200. Default: 100.
    limit: Option<usize>,
    /// `nextCursor` of the previous page.
    cursor: Option<Uuid>,
}

/// A page of insights, newest first.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = InsightList)]
pub(super) struct Answer {
    success: Success,
    insights: Vec<InsightView>,
    /// Value of `cursor` for the next page.
    next_cursor: Option<String>,
}

/// List insights.
///
/// Newest first.
#[utoipa::path(get, path = "/api/intelligence-engines/insights", tag = "engines", params(Params), responses((status = 200, body = Answer)))]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Query(params): Query<Params>,
) -> Result<Json<Answer>> {
    let limit = params.limit.unwrap_or(100).clamp(1, 200);
    let engine_id = params.engine_id.as_deref();
    let page =
        insight::list(&state.db, member.workspace_id, engine_id, params.website_id, params.cursor, limit).await?;
    let insights = page.items.into_iter().map(InsightView::from).collect();
    let insights = confidence::calibrated(&state, member.workspace_id, insights).await?;
    Ok(Json(Answer { success: Success, insights, next_cursor: page.next_cursor }))
}
