//! Lists places.

use axum::extract::State;
use engines::local::{
    ATTRIBUTION,
    catalog::{PlaceFilter, places},
};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::place::PlaceView;
use crate::{
    error::Result,
    extract::{Json, Limit, Member, Offset, Query, Success},
    market::own,
    state::AppState,
};

/// Query parameters.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Params {
    /// Text in the name, the state or the county.
    text: Option<String>,
    /// State code.
    state: Option<String>,
    /// ISO 3166-1 code of the country.
    country: Option<String>,
    /// Minimum population.
    min_population: Option<f64>,
    /// Only own places.
    #[serde(default)]
    own: bool,
    /// Maximum number of results, 1 to 200. Default: 50.
    #[serde(default)]
    #[param(value_type = Option<u32>)]
    limit: Limit,
    /// `nextCursor` of the previous page.
    #[serde(default)]
    #[param(value_type = Option<String>)]
    cursor: Offset,
}

impl Params {
    /// Converts the parameters to a filter.
    fn filter(self) -> PlaceFilter {
        PlaceFilter {
            text: self.text.unwrap_or_default().chars().take(200).collect(),
            state: self.state,
            country: self.country,
            min_population: self.min_population,
            only_own: self.own,
            offset: usize::try_from(self.cursor.get()).unwrap_or(usize::MAX),
            limit: self.limit.get(),
        }
    }
}

/// A page of places, the largest first.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MarketPlaceList)]
pub(super) struct Answer {
    success: Success,
    places: Vec<PlaceView>,
    /// Number of places that match.
    total: usize,
    /// Value of `cursor` for the next page.
    next_cursor: Option<String>,
    /// Attribution to show with the places.
    attribution: &'static str,
}

/// List places.
///
/// Cities and towns of the reference data and own places, with people, households and income.
#[utoipa::path(
    get, path = "/api/payout-data/places", tag = "market data", operation_id = "payout_data_places", params(Params),
    responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Query(params): Query<Params>,
) -> Result<Json<Answer>> {
    let filter = params.filter();
    let next = filter.offset.saturating_add(filter.limit);
    let page = list(&state, &member, filter).await?;
    Ok(Json(Answer {
        success: Success,
        next_cursor: (page.total > next).then(|| next.to_string()),
        total: page.total,
        places: page.places.into_iter().map(PlaceView::from).collect(),
        attribution: ATTRIBUTION,
    }))
}

/// Returns a page of the places of the member's workspace.
pub(super) async fn list(
    state: &AppState, member: &Member, filter: PlaceFilter,
) -> Result<engines::local::catalog::PlacePage> {
    let own = own(&state.db, member.workspace_id).await?;
    state.markets.compute(move |_| places(&own.overrides, &filter)).await
}
