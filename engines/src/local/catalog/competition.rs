//! Establishments that compete in the county of a market.

use serde::{Deserialize, Serialize};

use crate::local::reference::establishment::{Code, codes, count, is_counted, source};
use crate::local::reference::place::Place;
use crate::local::reference::source::sources;
use crate::local::reference::{Fit, Source};

/// Establishments with employees in the county of a place, by NAICS code of a vertical.
///
/// They are those of the county, not of the city, and one-person firms are not in them: a lower bound of competitors.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Competition {
    /// County.
    pub county: String,
    /// Population of the county.
    pub county_population: Option<f64>,
    /// True if the place has more people than the county, which is then a part of it.
    pub is_part: bool,
    /// Year of the counts.
    pub year: u32,
    /// Source of the counts.
    pub source: Option<Source>,
    /// Counts by code.
    pub codes: Vec<CompetitorCode>,
    /// Sum of the exact and broader codes, if all of them are published. Partial codes are not added.
    pub total: Option<u32>,
}

/// Establishments of a NAICS code.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CompetitorCode {
    /// NAICS 2017 code.
    pub naics: String,
    /// Its title.
    pub title: String,
    /// How well the code describes the vertical.
    pub fit: Fit,
    /// Count; `None` if fewer than three, because the Census does not publish such cells.
    pub establishments: Option<u32>,
    /// Count for each 10,000 people of the county.
    pub per_10k_people: Option<f64>,
    /// Share of the code's establishments that are in published cells, 0 to 1.
    pub coverage: Option<f64>,
    /// Remark.
    pub note: String,
}

/// Returns the competition in a market; `None` without a county, without counts for it, or without a usable code.
pub(crate) fn competition(vertical: &str, place: &Place) -> Option<Competition> {
    let (fips, county) = (place.county_fips.as_ref(), place.county()?);
    let known = codes(vertical);
    if known.is_empty() || !is_counted(fips) {
        return None;
    }
    let (source_id, year) = source(fips);
    let codes: Vec<CompetitorCode> = known.iter().map(|code| of_code(code, fips, county.population)).collect();
    let additive = || codes.iter().filter(|code| code.fit != Fit::Partial);
    let total = additive().next().is_some().then(|| additive().map(|code| code.establishments).sum::<Option<u32>>());
    Some(Competition {
        county: county.name.to_string(),
        county_population: county.population,
        is_part: county.population.is_some_and(|people| people < place.population),
        year,
        source: sources(&[source_id.to_owned()]).pop(),
        total: total.flatten(),
        codes,
    })
}

fn of_code(code: &Code, fips: &str, population: Option<f64>) -> CompetitorCode {
    let establishments = count(fips, &code.naics);
    let per_10k = |(count, people): (u32, f64)| (people > 0.0).then(|| f64::from(count) * 10_000.0 / people);
    CompetitorCode {
        naics: code.naics.clone(),
        title: code.title.clone(),
        fit: code.fit,
        establishments,
        per_10k_people: establishments.zip(population).and_then(per_10k),
        coverage: code.coverage,
        note: code.note.clone(),
    }
}
