//! Lists the best markets and places with the figures about provider calls.

use std::collections::HashMap;

use axum::extract::State;
use engines::local::{ATTRIBUTION, catalog::FoundMarkets};
use serde::Serialize;
use utoipa::ToSchema;

use super::{market::MarketView, place::PlaceView, query::Params};
use crate::{
    error::Result,
    extract::{Json, Member, Query, Success},
    routes::connections::stats::{ScraperStats, read},
    state::AppState,
};

/// A place with its best markets.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = GoldmineLocation)]
struct Location {
    place: PlaceView,
    /// Number of markets of this place on the page.
    markets: usize,
    /// Sum of their expected monthly profits.
    profit_cents: i64,
    /// Slug of the vertical with the highest expected profit.
    best_vertical: String,
    best_vertical_name: String,
}

/// The best markets and places.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = HighValueOpportunities)]
pub(super) struct Answer {
    success: Success,
    /// Markets with a score, the highest expected profit first.
    top_opportunities: Vec<MarketView>,
    /// Places of these markets, the highest sum of expected monthly profits first.
    goldmine_locations: Vec<Location>,
    scraper_stats: ScraperStats,
    /// Attribution to show with the places.
    attribution: &'static str,
}

/// List high-value opportunities.
///
/// The best markets that match the filters, their places, and figures about calls of data providers.
#[utoipa::path(
    get, path = "/api/dominator-pipeline/high-value-opportunities", tag = "pipeline",
    operation_id = "pipeline_high_value_opportunities", params(Params), responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Query(params): Query<Params>,
) -> Result<Json<Answer>> {
    let found = state.markets.find(&state.db, member.workspace_id, params.query(true)?).await?;
    let scraper_stats = read(&state, member.workspace_id).await?;
    Ok(Json(Answer {
        success: Success,
        top_opportunities: found.markets.iter().cloned().map(MarketView::from).collect(),
        goldmine_locations: locations(&found),
        scraper_stats,
        attribution: ATTRIBUTION,
    }))
}

/// Sums the markets by place. The first market of a place is its best one in the order of the page.
fn locations(found: &FoundMarkets) -> Vec<Location> {
    let mut at: HashMap<&str, usize> = HashMap::new();
    let mut all: Vec<Location> = Vec::new();
    for one in &found.markets {
        let profit = one.market.profit_month.map_or(0, |profit| profit.mean_cents);
        let index = *at.entry(one.place.id.as_str()).or_insert(all.len());
        if let Some(location) = all.get_mut(index) {
            location.markets += 1;
            location.profit_cents += profit;
            continue;
        }
        all.push(Location {
            place: one.place.clone().into(),
            markets: 1,
            profit_cents: profit,
            best_vertical: one.market.key.vertical.clone(),
            best_vertical_name: one.market.key.vertical_name.clone(),
        });
    }
    all.sort_by_key(|location| std::cmp::Reverse(location.profit_cents));
    all
}
