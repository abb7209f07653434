//! What counts of establishments say of the competition in a market.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::reference::establishment;
use super::reference::source::sources;
use super::reference::{Fit, Source};
use super::rivals::Density;
use super::world::World;

/// Establishments with employees that compete in the area of a market, compared with the country.
///
/// One-person firms are not counted.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CompetitionReading {
    /// Name of the county.
    pub county: String,
    /// How well the counted codes describe the trade.
    pub fit: Fit,
    /// Published establishments of the county.
    pub establishments: u32,
    /// Number of codes of which the count is not published, which means 0, 1 or 2 establishments.
    pub withheld_codes: u32,
    /// Published establishments for each 10,000 people of the county.
    pub per_10k_people: f64,
    /// The same of its metropolitan area, if that has other counties too.
    pub per_10k_people_metro: Option<f64>,
    /// The same of the country.
    pub per_10k_people_country: f64,
    /// How much more crowded the market is taken to be than the country: county and metropolitan area weigh the same, and each is
    /// shrunk towards 1 where few establishments are expected.
    pub ratio: f64,
    /// Establishments in the place by this ratio and its people.
    pub in_place: f64,
    /// Year of the counts.
    pub year: u32,
    /// Publications.
    pub sources: Vec<Source>,
}

/// Returns what is known of the competition in a market; `None` if its trade or its area is not counted.
pub(crate) fn reading(world: &World<'_>, vertical: u32, place: u32) -> Option<CompetitionReading> {
    let seen = world.rivals.seen(vertical, place)?;
    let known = &world.places[place as usize];
    let (source, year) = establishment::source(&known.county_fips);
    let county = &seen.county;
    let per_10k = |density: &Density<'_>| 10_000.0 * f64::from(density.counted.published) / density.area.people;
    let ratio = seen.ratio(known.population);
    Some(CompetitionReading {
        county: known.county().map(|county| county.name.to_string()).unwrap_or_default(),
        fit: seen.trade.fit,
        establishments: county.counted.published,
        withheld_codes: county.counted.withheld,
        per_10k_people: per_10k(county),
        per_10k_people_metro: seen.metro.as_ref().map(per_10k),
        per_10k_people_country: 10_000.0 * seen.trade.per_person(),
        ratio,
        in_place: ratio * seen.trade.per_person() * known.population,
        year,
        sources: sources(&[source.to_owned()]),
    })
}

impl CompetitionReading {
    /// Says how crowded the market is: `3.4 firms with employees for each 10,000 people of Tulsa County, 3.1 in its metropolitan
    /// area and 2.2 in the country`.
    pub(crate) fn sentence(&self) -> String {
        let count = if self.establishments == 0 && self.withheld_codes > 0 {
            "fewer than 3 firms with employees in".to_owned()
        } else {
            format!("{:.1} firms with employees for each 10,000 people of", self.per_10k_people)
        };
        let metro = self.per_10k_people_metro.map(|metro| format!("{metro:.1} in its metropolitan area and "));
        let kind = if self.fit == Fit::Broader { ", related trades included" } else { "" };
        let (metro, country) = (metro.unwrap_or_default(), self.per_10k_people_country);
        format!("{count} {}, {metro}{country:.1} in the country{kind}", self.county)
    }
}
