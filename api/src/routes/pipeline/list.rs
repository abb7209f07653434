//! Lists the markets of the pipeline.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use shared::{domain::pipeline::PipelineStage, store::pipeline};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::view::MarketView;
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
    /// Only in this stage.
    #[param(inline)]
    stage: Option<PipelineStage>,
    /// Maximum number of results, 1 to 200. Default: 50.
    #[serde(default)]
    #[param(value_type = Option<u32>)]
    limit: Limit,
    /// `nextCursor` of the previous page.
    cursor: Option<Uuid>,
}

/// A page of markets, the latest first.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PipelineMarketList)]
pub(super) struct Answer {
    success: Success,
    markets: Vec<MarketView>,
    /// Value of `cursor` for the next page.
    next_cursor: Option<String>,
}

/// List markets of the pipeline.
///
/// The latest first.
#[utoipa::path(
    get, path = "/api/dominator-pipeline/markets", tag = "pipeline", operation_id = "pipeline_markets_list",
    params(Params), responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Query(params): Query<Params>,
) -> Result<Json<Answer>> {
    let page = pipeline::list(&state.db, member.workspace_id, params.stage, params.cursor, params.limit.get()).await?;
    let markets = page.items.into_iter().map(MarketView::from).collect();
    Ok(Json(Answer { success: Success, markets, next_cursor: page.next_cursor }))
}
