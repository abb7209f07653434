//! Figures of a place in words, each for a statement that rests on it.

use editorial::{Area, Climate, HousingAge};

use super::super::super::input::{Fact, FactKind};
use super::super::super::output::CitedFact;
use super::super::super::place::{Competitors, Figure, Neighbor, PlaceFacts};
use super::grammar::capital;
use crate::common::thousands;
use crate::text::{fold, words};

/// Name of the source of climate zones.
const ZONES: &str = "Building America climate zones, US Department of Energy";
/// Number of competitors from which several offers can be compared.
const SEVERAL: u32 = 4;

/// A figure with wordings that state it.
#[derive(Debug)]
pub(in crate::content) struct Told {
    pub(in crate::content) fact: CitedFact,
    pub(in crate::content) wordings: Vec<String>,
}

fn told(place: &PlaceFacts, id: &str, value: String, source: String, wordings: Vec<String>) -> Told {
    let fact = Fact {
        id: format!("place.{id}"),
        kind: FactKind::Statement,
        value,
        place: Some(place.name.clone()),
        source,
        ..Fact::default()
    };
    Told { fact: CitedFact { fact, sources: Vec::new() }, wordings }
}

fn source(figure: &Figure) -> String {
    format!("{}, {}", figure.source, figure.year)
}

/// Returns the county with its kind of name, or the city.
fn county(place: &PlaceFacts) -> String {
    match place.county.as_deref().map(str::trim).filter(|county| !county.is_empty()) {
        None => place.name.clone(),
        // Independent cities and districts are no counties.
        Some(county) if is_city(county) => format!("the {county}"),
        Some(county)
            if ["County", "Parish", "Borough", "City", "city", "Area", "Municipality"]
                .iter()
                .any(|kind| county.ends_with(kind)) =>
        {
            county.to_owned()
        }
        Some(county) => format!("{county} County"),
    }
}

fn is_city(county: &str) -> bool {
    ["City of ", "City and ", "Municipality of ", "District of "].iter().any(|start| county.starts_with(start))
}

fn percent(share: f64) -> String {
    format!("{:.0}%", 100.0 * share)
}

/// States how many homes are of an age.
pub(in crate::content) fn housing(place: &PlaceFacts, age: HousingAge) -> Option<Told> {
    let (before, since) = (place.homes_before_1960.as_ref(), place.homes_since_1990.as_ref());
    let where_ = county(place);
    let (id, share, when, figure) = match age {
        HousingAge::Old => ("homesBefore1960", before?.value, "before 1960", before?),
        HousingAge::New => ("homesSince1990", since?.value, "in 1990 or later", since?),
        HousingAge::Middle => ("homes1960To1989", 1.0 - before?.value - since?.value, "from 1960 to 1989", before?),
    };
    let share = percent(share);
    let value = format!("{share} of the homes in {where_} were built {when}");
    let mut wordings = vec![
        format!("About {share} of the homes in {where_} were built {when}."),
        format!("In {where_}, about {share} of the homes were built {when}."),
        format!("Of the homes in {where_}, about {share} were built {when}."),
    ];
    // Two ages on a page get different words.
    wordings.rotate_left(age as usize);
    Some(told(place, id, value, source(figure), wordings))
}

/// States how many homes are of an age, after the share of another age.
pub(in crate::content) fn more_housing(place: &PlaceFacts, age: HousingAge) -> Option<Told> {
    let told = housing(place, age)?;
    let more = told.wordings.iter().find_map(|text| text.strip_prefix("About ")).map(|rest| format!("Another {rest}"));
    Some(Told { wordings: more.into_iter().collect(), ..told })
}

/// States the climate.
pub(in crate::content) fn climate(place: &PlaceFacts, climate: Climate) -> Told {
    let phrase = match climate {
        Climate::HotHumid => "a hot and humid climate",
        Climate::HotDry => "a hot and dry climate",
        Climate::MixedHumid => "a humid climate with both hot and cold months",
        Climate::MixedDry => "a dry climate with both hot and cold months",
        Climate::Cold => "a cold climate",
        Climate::VeryCold => "a very cold climate",
        Climate::Marine => "a mild marine climate",
    };
    let value = format!("{} has {phrase}: zone {}", place.name, climate.word());
    told(place, "climate", value, ZONES.to_owned(), vec![format!("{} has {phrase}.", place.name)])
}

/// Words after which a phrase about the climate would be one too many: `in the cold climate of Fargo, after a storm, ...`.
const OPENINGS: [&str; 22] = [
    "after", "although", "as", "because", "before", "between", "during", "even", "if", "in", "near", "no", "not", "on",
    "once", "outside", "since", "under", "until", "when", "where", "while",
];
/// Names at the start of statements, which keep their capital.
const NAMES: [&str; 4] = ["bermuda", "formosan", "southwest", "st"];
/// Maximum number of words of a sentence that a phrase about the climate opens.
const LONGEST_WOVEN: usize = 24;

/// Returns a phrase about the climate that may open a sentence: `In the cold climate of Buffalo`. None where the sentence opens with
/// a phrase of its own, is long, or names the climate.
pub(in crate::content) fn in_climate(place: &PlaceFacts, climate: Climate, sentence: &str) -> Option<String> {
    let phrase = match climate {
        Climate::HotHumid => "hot and humid",
        Climate::HotDry => "hot and dry",
        Climate::Cold => "cold",
        Climate::VeryCold => "very cold",
        Climate::Marine => "mild marine",
        Climate::MixedHumid | Climate::MixedDry => return None,
    };
    let folded = fold(sentence);
    let mut all = words(&folded);
    let first = all.next()?;
    let is_named = |word: &str| {
        matches!(word, "climate" | "climates")
            || phrase.split(" and ").flat_map(|part| part.split(' ')).any(|part| part == word)
    };
    if OPENINGS.contains(&first) || NAMES.contains(&first) || is_named(first) || all.any(is_named) {
        return None;
    }
    let is_short = words(&folded).count() <= LONGEST_WOVEN;
    is_short.then(|| format!("In the {phrase} climate of {}", place.name))
}

/// States how densely people live.
pub(in crate::content) fn area(place: &PlaceFacts, area: Area) -> Option<Told> {
    if area == Area::Rural {
        let figure = place.population.as_ref()?;
        let count = rounded(figure.value);
        let value = format!("{} residents: {} has about {count}", thousands(figure.value), place.name);
        let wordings = vec![
            format!("{} has about {count} residents.", place.name),
            format!("About {count} people live in {}.", place.name),
        ];
        return Some(told(place, "population", value, source(figure), wordings));
    }
    let figure = place.density.as_ref()?;
    let count = rounded(figure.value);
    let value = format!("{} people per square mile: {} has about {count}", thousands(figure.value), place.name);
    let plain = format!("{} has about {count} residents per square mile.", place.name);
    let wordings = if area == Area::Urban {
        vec![
            format!("{} is densely populated, with about {count} residents per square mile.", place.name),
            format!("With about {count} residents per square mile, {} is densely populated.", place.name),
        ]
    } else {
        vec![plain]
    };
    Some(told(place, "density", value, source(figure), wordings))
}

/// Rounds to two figures.
fn rounded(number: f64) -> String {
    let number = number.max(0.0);
    let size = 10_f64.powf((number.max(1.0).log10().floor() - 1.0).max(0.0));
    thousands((number / size).round() * size)
}

/// States how many businesses of the trade the county has, and where else to look if they are few.
pub(in crate::content) fn competitors(place: &PlaceFacts, businesses: &str) -> Option<Told> {
    let Competitors { count, county, fit, source, year } = place.competitors.as_ref()?;
    if !matches!(fit.as_str(), "exact" | "broader") {
        return None;
    }
    let trade = if fit == "exact" { businesses.to_owned() } else { "businesses in this and related fields".to_owned() };
    let county = match county.trim() {
        "" => place.name.clone(),
        city if is_city(city) => format!("the {city}"),
        county => county.to_owned(),
    };
    if *count == 0 || *count == 1 && place.neighbors.is_empty() {
        return None;
    }
    let from = format!("{source}, {year}");
    let number = thousands(f64::from(*count));
    if *count >= SEVERAL {
        let value = format!("{number} {trade} in {county} in {year}");
        let wordings = vec![
            format!("{} had {number} {trade} in {year}, enough to compare several.", capital(&county)),
            format!("In {year}, {county} had {number} {trade}, so there is a choice."),
            format!("There is a choice: {county} had {number} {trade} in {year}."),
        ];
        return Some(told(place, "competitors", value, from, wordings));
    }
    let Neighbor { name, miles, direction, .. } = place.neighbors.first()?;
    let miles = format!("{:.0} {}", miles.max(1.0), if *miles < 1.5 { "mile" } else { "miles" });
    let trade = if *count == 1 && fit == "exact" { "business of this trade".to_owned() } else { trade };
    let value = format!("{number} {trade} in {county} in {year}; {name} lies {miles} to the {direction}");
    let wordings = vec![format!(
        "{} had only {number} {trade} in {year}, so ask in {name}, {miles} to the {direction}, as well.",
        capital(&county)
    )];
    Some(told(place, "competitors", value, from, wordings))
}
