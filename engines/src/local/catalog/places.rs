//! Places with their figures.

use std::collections::{BTreeMap, HashMap};
use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use crate::common::EngineError;
use crate::local::input::Overrides;
use crate::local::reference::PlaceMatch;
use crate::local::reference::building;
use crate::local::reference::place::{BUILT_IN, Place};
use crate::local::{override_rows, tables};

/// A place with its figures.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct KnownPlace {
    /// GeoNames id, or the id of an own place.
    pub id: String,
    /// Name.
    pub name: String,
    /// State code.
    pub state: String,
    /// ISO 3166-1 code of the country; empty if unknown.
    pub country: String,
    /// County.
    pub county: Option<String>,
    /// Metropolitan or micropolitan area.
    pub metro: Option<String>,
    /// Population.
    pub population: f64,
    /// Estimated households.
    pub households: Option<f64>,
    /// Median household income of the county, in dollars.
    pub county_income: Option<f64>,
    /// Share of owner-occupied households of the county, in percent.
    pub county_owner_pct: Option<f64>,
    /// Climate zone of the county, such as `mixed-humid`.
    pub climate: Option<String>,
    /// Share of the county's homes that were built before 1960, in percent.
    pub homes_before_1960_pct: Option<f64>,
    /// Share of the county's homes that were built from 1990 on, in percent.
    pub homes_since_1990_pct: Option<f64>,
    /// Degrees north.
    pub latitude: Option<f64>,
    /// Degrees east.
    pub longitude: Option<f64>,
    /// How certain it is that the place is one town.
    pub place_match: PlaceMatch,
}

/// Filter of places.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PlaceFilter {
    /// Text in the name or county, without case.
    pub text: String,
    /// State code.
    pub state: Option<String>,
    /// ISO 3166-1 code of the country.
    pub country: Option<String>,
    /// Minimum population.
    pub min_population: Option<f64>,
    /// Only own places.
    pub only_own: bool,
    /// Number of places before the page.
    pub offset: usize,
    /// Maximum number of places.
    pub limit: usize,
}

/// A page of places, largest first.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PlacePage {
    /// Number of places that match.
    pub total: usize,
    /// The places.
    pub places: Vec<KnownPlace>,
}

/// Places of a state.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct StateCount {
    /// State code; empty for own places without one.
    pub state: String,
    /// ISO 3166-1 code of the country; empty if unknown.
    pub country: String,
    /// Number of places.
    pub places: u32,
    /// Population of the places, without parts of cities, which are counted in their city.
    pub population: f64,
}

/// Metropolitan areas of the built-in places by id.
static METRO: LazyLock<HashMap<&'static str, &'static str>> = LazyLock::new(|| {
    let named = BUILT_IN.iter().filter_map(|place| Some((place.id.as_ref(), place.metro()?.1)));
    named.filter(|(_, metro)| !metro.is_empty()).collect()
});

/// Returns the metropolitan or micropolitan area of a built-in place by its id.
#[must_use]
pub fn metro_of(place_id: &str) -> Option<&'static str> {
    METRO.get(place_id).copied()
}

/// Returns a page of places, largest first.
///
/// # Errors
/// Returns [`EngineError::InvalidInput`] or [`EngineError::TooLarge`] for the overrides.
pub fn places(overrides: &Overrides, filter: &PlaceFilter) -> Result<PlacePage, EngineError> {
    override_rows::check(overrides)?;
    let all = tables::places(&overrides.places)?;
    let text = filter.text.trim().to_lowercase();
    let mut found: Vec<&Place> = all.iter().filter(|place| matches(place, filter, &text)).collect();
    found.sort_by(|a, b| b.population.total_cmp(&a.population).then_with(|| a.id.cmp(&b.id)));
    let page = found.iter().skip(filter.offset).take(filter.limit).map(|place| known(place));
    Ok(PlacePage { total: found.len(), places: page.collect() })
}

fn matches(place: &Place, filter: &PlaceFilter, text: &str) -> bool {
    let has_text = || {
        let in_county = || place.county().is_some_and(|county| county.name.to_lowercase().contains(text));
        text.is_empty() || place.label().to_lowercase().contains(text) || in_county()
    };
    filter.state.as_ref().is_none_or(|state| place.state.eq_ignore_ascii_case(state))
        && filter.country.as_ref().is_none_or(|country| place.country.eq_ignore_ascii_case(country))
        && filter.min_population.is_none_or(|least| place.population >= least)
        && (!filter.only_own || place.matched == PlaceMatch::Own)
        && has_text()
}

/// Returns the states of all places by country and code.
///
/// # Errors
/// Returns [`EngineError::InvalidInput`] or [`EngineError::TooLarge`] for the overrides.
pub fn states(overrides: &Overrides) -> Result<Vec<StateCount>, EngineError> {
    override_rows::check(overrides)?;
    let all = tables::places(&overrides.places)?;
    let mut states: BTreeMap<(&str, &str), (u32, f64)> = BTreeMap::new();
    for place in all.iter() {
        let sum = states.entry((place.country.as_ref(), place.state.as_ref())).or_default();
        sum.0 += 1;
        sum.1 += if place.matched == PlaceMatch::Subarea { 0.0 } else { place.population };
    }
    let count = |((country, state), (places, population)): ((&str, &str), (u32, f64))| StateCount {
        state: state.to_owned(),
        country: country.to_owned(),
        places,
        population,
    };
    Ok(states.into_iter().map(count).collect())
}

pub(super) fn known(place: &Place) -> KnownPlace {
    let county = place.county();
    let building = building::of_county(&place.county_fips);
    KnownPlace {
        id: place.id.to_string(),
        name: place.name.to_string(),
        state: place.state.to_string(),
        country: place.country.to_string(),
        county: county.map(|county| county.name.to_string()),
        metro: place.metro().map(|(_, name)| name.to_owned()),
        population: place.population,
        households: place.households,
        county_income: county.and_then(|county| county.income),
        county_owner_pct: county.and_then(|county| county.owner_pct),
        climate: building.map(|building| building.climate.to_string()),
        homes_before_1960_pct: building.and_then(|building| building.before_1960_pct),
        homes_since_1990_pct: building.and_then(|building| building.since_1990_pct),
        latitude: place.latitude,
        longitude: place.longitude,
        place_match: place.matched,
    }
}
