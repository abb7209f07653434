//! Facts of a place from the built-in reference data: people, homes, climate, neighbors and competitors.
//!
//! A figure that is not published is absent; nothing is estimated in its stead. Figures of a county are left out where the
//! city reaches well beyond it. The data and their sources: `data/reference/PROVENANCE.md`.

mod coast;
mod competitors;
mod figures;
mod find;
mod neighbors;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::common::EngineError;
use crate::gazetteer::state_name;

pub(in crate::content) use coast::is_inland;

/// What is known of a place.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct PlaceFacts {
    /// Name, such as `Tulsa`.
    pub name: String,
    /// Postal code of the state, such as `OK`.
    pub state: String,
    /// Name of the state, such as `Oklahoma`.
    pub state_name: String,
    /// County, such as `Tulsa County`; absent for a city that reaches well beyond one county.
    pub county: Option<String>,
    /// Metropolitan or micropolitan area, such as `Tulsa, OK`.
    pub metro: Option<String>,
    /// People.
    pub population: Option<Figure>,
    /// Households: an estimate from the population and the persons per household of the county.
    pub households: Option<Figure>,
    /// Housing units, vacant ones included.
    pub housing_units: Option<Figure>,
    /// People per square mile of land.
    pub density: Option<Figure>,
    /// Median household income of the county, in dollars a year.
    pub median_income: Option<Figure>,
    /// Share of the county's households that own their home, 0 to 1.
    pub owner_share: Option<Figure>,
    /// Share of the county's homes that were built before 1960, 0 to 1.
    pub homes_before_1960: Option<Figure>,
    /// Share of the county's homes that were built from 1990 on, 0 to 1.
    pub homes_since_1990: Option<Figure>,
    /// Climate zone of the county: a word of the editorial library, such as `mixed-humid`.
    pub climate: Option<String>,
    /// Establishments of the trade in the county.
    pub competitors: Option<Competitors>,
    /// Nearest towns, at most eight within 30 miles, nearest first; none for a part of a city.
    pub neighbors: Vec<Neighbor>,
}

/// A figure with its source.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Figure {
    /// Value, in the unit of its field.
    pub value: f64,
    /// Source in words, such as `American Community Survey 2017-2021, US Census Bureau`.
    pub source: String,
    /// Year that it describes, the last one of a period.
    pub year: u16,
}

/// A town nearby.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Neighbor {
    /// Name; with the state, such as `Kansas City, KS`, if that is another one.
    pub name: String,
    /// Great-circle distance between the centers, in miles, rounded to a tenth.
    pub miles: f64,
    /// Direction from the place: `north`, `northeast`, `east`, ….
    pub direction: String,
    /// People.
    pub population: Option<f64>,
}

/// Business establishments of a trade in a county.
///
/// Only those with employees are counted, so that there are more competitors; the county is not divided among its cities.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Competitors {
    /// Number of establishments.
    pub count: u32,
    /// County, such as `Tulsa County`.
    pub county: String,
    /// `exact` if they are of this trade, `broader` if other trades are counted with it.
    pub fit: String,
    /// Source in words.
    pub source: String,
    /// Year of the count.
    pub year: u16,
}

impl PlaceFacts {
    /// Returns the facts of a place of the United States; `None` if the name is unknown or ambiguous.
    ///
    /// `place` is a name, a name with its state (`Tulsa, OK`) or a GeoNames id, `state` a postal code or the name of a state,
    /// `vertical` the slug of the trade whose competitors are counted.
    #[must_use]
    pub fn find(place: &str, state: Option<&str>, vertical: Option<&str>) -> Option<Self> {
        Self::look_up(place, state, vertical).ok()
    }

    /// Returns the facts of a place like [`PlaceFacts::find`], or why there are none.
    ///
    /// # Errors
    /// Returns [`EngineError::InvalidInput`] for `place` or `state`; that of an ambiguous name lists the places.
    pub fn look_up(place: &str, state: Option<&str>, vertical: Option<&str>) -> Result<Self, EngineError> {
        let place = find::find(place, state)?;
        let figures = figures::Figures::of(place);
        let county = figures.county;
        Ok(Self {
            name: find::plain(&place.name).to_owned(),
            state: place.state.to_string(),
            state_name: state_name(&place.state).unwrap_or_default(),
            county: county.map(|county| county.name.to_string()),
            metro: place.metro().map(|(_, name)| name.to_owned()).filter(|name| !name.is_empty()),
            population: figures.population(),
            households: figures.households(),
            housing_units: figures.housing_units(),
            density: figures.density(),
            median_income: figures.median_income(),
            owner_share: figures.owner_share(),
            homes_before_1960: figures.homes_before_1960(),
            homes_since_1990: figures.homes_since_1990(),
            climate: figures.climate(),
            competitors: county.and(vertical).and_then(|vertical| competitors::competitors(vertical, place)),
            neighbors: neighbors::neighbors(place),
        })
    }
}
