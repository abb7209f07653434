//! Facts about a place.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What is known about a place.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct PlaceFacts {
    /// Name of the city: `Tulsa`.
    pub name: String,
    /// Postal code of the state: `OK`.
    pub state: String,
    /// Name of the state: `Oklahoma`.
    pub state_name: String,
    /// County: `Tulsa County`.
    pub county: Option<String>,
    /// Metropolitan area.
    pub metro: Option<String>,
    /// Residents.
    pub population: Option<Figure>,
    /// Households.
    pub households: Option<Figure>,
    /// Housing units.
    pub housing_units: Option<Figure>,
    /// People per square mile.
    pub density: Option<Figure>,
    /// Median household income of the county, USD.
    pub median_income: Option<Figure>,
    /// Share of the homes of the county that their owners live in, 0 to 1.
    pub owner_share: Option<Figure>,
    /// Share of the homes built before 1960, 0 to 1.
    pub homes_before_1960: Option<Figure>,
    /// Share of the homes built in 1990 or later, 0 to 1.
    pub homes_since_1990: Option<Figure>,
    /// Climate zone: `hot-humid`, `hot-dry`, `mixed-humid`, `mixed-dry`, `cold`, `very-cold` or `marine`.
    pub climate: Option<String>,
    /// Establishments of the trade in the county.
    pub competitors: Option<Competitors>,
    /// Places nearby, nearest first.
    pub neighbors: Vec<Neighbor>,
}

/// A figure with its source.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Figure {
    /// Value.
    pub value: f64,
    /// Source.
    pub source: String,
    /// Year of the source.
    pub year: u16,
}

/// A place nearby.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Neighbor {
    /// Name.
    pub name: String,
    /// Distance in miles.
    pub miles: f64,
    /// Direction from the place: `northeast`.
    pub direction: String,
    /// Residents.
    pub population: Option<f64>,
}

/// Establishments of a trade in a county.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Competitors {
    /// Number of establishments.
    pub count: u32,
    /// County.
    pub county: String,
    /// `exact` if the industry code is the trade, `broader` if it includes other trades.
    pub fit: String,
    /// Source.
    pub source: String,
    /// Year of the source.
    pub year: u16,
}
