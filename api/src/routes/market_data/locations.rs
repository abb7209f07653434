//! Lists locations: states and cities.

use axum::extract::State;
use engines::local::{
    ATTRIBUTION, Filters,
    catalog::{MarketQuery, PlaceFilter, StateCount, places, states},
};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{
    market::{AmountView, TierWord},
    place::PlaceView,
};
use crate::{
    error::Result,
    extract::{Json, Member, Query, Success},
    market::{own, today},
    state::AppState,
};

/// Number of cities.
const TOP_CITIES: u32 = 50;

/// Query parameters; others are ignored.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct Params {
    /// Slug of a vertical: the cities are then its best ones, with tier and profit.
    vertical: Option<String>,
}

/// A state.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = MarketState)]
pub(super) struct StateView {
    /// State code; empty for own places without one.
    state: String,
    /// ISO 3166-1 code of the country; empty if unknown.
    country: String,
    /// Number of places.
    places: u32,
    /// Population of the places.
    population: f64,
}

/// A city, with the figures of the vertical if one was given.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MarketCity)]
pub(super) struct CityView {
    #[serde(flatten)]
    place: PlaceView,
    tier: Option<TierWord>,
    /// Monthly profit of the vertical, in cents.
    profit_month: Option<AmountView>,
}

/// States and cities.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MarketLocationData)]
pub(super) struct Data {
    states: Vec<StateView>,
    /// The largest cities, or the best ones of the vertical.
    top_cities: Vec<CityView>,
}

/// The locations.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = MarketLocations)]
pub(super) struct Answer {
    success: Success,
    data: Data,
    /// Attribution to show with the places.
    attribution: &'static str,
}

/// List locations.
///
/// States and top cities, with own places.
#[utoipa::path(
    get, path = "/api/payout-data/locations", tag = "market data", operation_id = "payout_data_locations",
    params(Params), responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Query(params): Query<Params>,
) -> Result<Json<Answer>> {
    let own = own(&state.db, member.workspace_id).await?;
    let filter = PlaceFilter { limit: TOP_CITIES as usize, ..PlaceFilter::default() };
    let compute = move |_: &_| Ok((states(&own.overrides)?, places(&own.overrides, &filter)?));
    let (states, largest) = state.markets.compute(compute).await?;
    let top_cities = match params.vertical {
        Some(vertical) => best(&state, &member, vertical).await?,
        None => largest.places.into_iter().map(|place| city(place.into())).collect(),
    };
    let states = states.into_iter().map(StateView::from).collect();
    Ok(Json(Answer { success: Success, data: Data { states, top_cities }, attribution: ATTRIBUTION }))
}

fn city(place: PlaceView) -> CityView {
    CityView { place, tier: None, profit_month: None }
}

/// Returns the best cities of a vertical.
async fn best(state: &AppState, member: &Member, vertical: String) -> Result<Vec<CityView>> {
    let filters = Filters { verticals: vec![vertical], limit: TOP_CITIES, ..Filters::default() };
    let query = MarketQuery { as_of: today(), filters, ..MarketQuery::default() };
    let found = state.markets.find(&state.db, member.workspace_id, query).await?;
    let city = |one: &engines::local::catalog::FoundMarket| CityView {
        place: one.place.clone().into(),
        tier: one.market.tier.map(TierWord::from),
        profit_month: one.market.profit_month.map(AmountView::from),
    };
    Ok(found.markets.iter().map(city).collect())
}

impl From<StateCount> for StateView {
    fn from(count: StateCount) -> Self {
        Self { state: count.state, country: count.country, places: count.places, population: count.population }
    }
}
