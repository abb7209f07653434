//! Searches markets.

use axum::extract::State;
use engines::local::{ATTRIBUTION, catalog::FoundMarkets};
use serde::Serialize;
use utoipa::ToSchema;

use super::{market::MarketView, query::Params};
use crate::{
    error::Result,
    extract::{Json, Member, Query, Success},
    state::AppState,
};

/// A page of markets.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MarketList)]
pub(super) struct Answer {
    success: Success,
    data: Vec<MarketView>,
    /// Number of markets that match.
    total: usize,
    /// Number of these with a score.
    scored: usize,
    page: u32,
    pages: usize,
    /// True if the page contains demand of different bounds, which is only partly comparable.
    mixed_bounds: bool,
    /// Own values that could not be used, with the reason.
    rejected: Vec<String>,
    /// Attribution to show with the places.
    attribution: &'static str,
}

impl Answer {
    fn new(found: &FoundMarkets, (page, limit): (u32, u32)) -> Self {
        let rejected = found.rejected.iter().map(|row| format!("{}: {}", row.row, row.reason)).collect();
        Self {
            success: Success,
            data: found.markets.iter().cloned().map(MarketView::from).collect(),
            total: found.total,
            scored: found.scored,
            page,
            pages: found.total.div_ceil(limit as usize),
            mixed_bounds: found.mixed_bounds,
            rejected,
            attribution: ATTRIBUTION,
        }
    }
}

/// Search markets.
///
/// Verticals in places with payout, CPC, demand, expected profit and tier, from the reference data and the workspace's own
/// data. Markets without a score come last.
#[utoipa::path(
    get, path = "/api/payout-data/search", tag = "market data", operation_id = "payout_data_search", params(Params),
    responses((status = 200, body = Answer))
)]
pub(super) async fn search(
    State(state): State<AppState>, member: Member, Query(params): Query<Params>,
) -> Result<Json<Answer>> {
    let paging = params.paging()?;
    let found = state.markets.find(&state.db, member.workspace_id, params.query(false)?).await?;
    Ok(Json(Answer::new(&found, paging)))
}

/// List the best markets.
///
/// Markets with a score by expected profit of twelve months.
#[utoipa::path(
    get, path = "/api/payout-data/goldmines", tag = "market data", operation_id = "payout_data_goldmines",
    params(Params), responses((status = 200, body = Answer))
)]
pub(super) async fn goldmines(
    State(state): State<AppState>, member: Member, Query(params): Query<Params>,
) -> Result<Json<Answer>> {
    let paging = params.paging()?;
    let found = state.markets.find(&state.db, member.workspace_id, params.query(true)?).await?;
    Ok(Json(Answer::new(&found, paging)))
}
