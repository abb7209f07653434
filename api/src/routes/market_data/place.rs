//! Places, in responses.

use engines::local::{PlaceMatch, catalog::KnownPlace};
use serde::Serialize;
use utoipa::ToSchema;

/// A place.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MarketPlace)]
pub(super) struct PlaceView {
    /// GeoNames id, or the id of an own place.
    pub(super) id: String,
    pub(super) name: String,
    /// State code.
    pub(super) state: String,
    /// ISO 3166-1 code of the country; empty if unknown.
    pub(super) country: String,
    pub(super) county: Option<String>,
    /// Metropolitan or micropolitan area.
    pub(super) metro: Option<String>,
    pub(super) population: f64,
    /// Estimated households; `null` if unknown.
    pub(super) households: Option<f64>,
    /// Median household income of the county in dollars (ACS 2015-2019); `null` if unknown.
    pub(super) county_income: Option<f64>,
    /// Owner-occupied households of the county in percent (ACS 2006-2010); `null` if unknown.
    pub(super) county_owner_percent: Option<f64>,
    /// Climate zone of the county (Building America): `hot-humid`, `hot-dry`, `mixed-humid`, `mixed-dry`, `cold`,
    /// `very-cold` or `marine`; `null` if unknown.
    pub(super) climate: Option<String>,
    /// Homes of the county that were built before 1960, in percent (ACS 2010-2014); `null` if unknown.
    pub(super) homes_before_1960_percent: Option<f64>,
    /// Homes of the county that were built from 1990 on, in percent (ACS 2010-2014); `null` if unknown.
    pub(super) homes_since_1990_percent: Option<f64>,
    pub(super) latitude: Option<f64>,
    pub(super) longitude: Option<f64>,
    /// `census_place`, `county_only`, `subarea` (its people are counted in its city too), `none` or `own`.
    #[serde(rename = "match")]
    pub(super) place_match: &'static str,
}

impl From<KnownPlace> for PlaceView {
    fn from(place: KnownPlace) -> Self {
        Self {
            id: place.id,
            name: place.name,
            state: place.state,
            country: place.country,
            county: place.county,
            metro: place.metro,
            population: place.population,
            households: place.households,
            county_income: place.county_income,
            county_owner_percent: place.county_owner_pct,
            climate: place.climate,
            homes_before_1960_percent: place.homes_before_1960_pct,
            homes_since_1990_percent: place.homes_since_1990_pct,
            latitude: place.latitude,
            longitude: place.longitude,
            place_match: match place.place_match {
                PlaceMatch::CensusPlace => "census_place",
                PlaceMatch::CountyOnly => "county_only",
                PlaceMatch::Subarea => "subarea",
                PlaceMatch::None => "none",
                PlaceMatch::Own => "own",
            },
        }
    }
}
