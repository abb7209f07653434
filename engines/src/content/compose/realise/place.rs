//! Figures of a place in words, each for a statement that rests on it.

use editorial::{Area, Climate, HousingAge, Terms};

use super::super::super::input::{Fact, FactKind, PageIntent};
use super::super::super::output::CitedFact;
use super::super::super::place::{Competitors, Figure, Neighbor, PlaceFacts};
use super::grammar::{capital, with_article};
use crate::common::thousands;
use crate::text::{fold, words};

/// Name of the source of climate zones.
const ZONES: &str = "Building America climate zones, US Department of Energy";
/// Number of competitors from which several offers can be compared.
const SEVERAL: u32 = 4;
/// Miles up to which a town is near enough to ask there, and the number of towns that are named.
const NEAR: f64 = 30.0;
const NEIGHBORS: usize = 2;
/// Miles up to which a town may be nearer to a side of a large place than the other side is.
const NEXT: f64 = 10.0;
/// People from which a place has a choice of its own in most trades: the center of a metropolitan area has at least as many (US Office of
/// Management and Budget, standards of 2020). A place with an unknown number of people counts as large.
const LARGE: f64 = 50_000.0;

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

/// States how many homes are of an age where no statement rests on it, with what to ask about it.
pub(in crate::content) fn housing_alone(place: &PlaceFacts, age: HousingAge, terms: &Terms) -> Option<Told> {
    let told = housing(place, age)?;
    let ask = |text: &String| {
        let stated = text.trim_end_matches('.');
        format!("{stated}, so ask {} how often it works on homes of that age.", with_article(&terms.business))
    };
    Some(Told { wordings: told.wordings.iter().map(ask).collect(), ..told })
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
    // `In the hot and humid climate of Mobile, humidity` says it twice.
    let is_named = |word: &str| {
        matches!(word, "climate" | "climates")
            || phrase.starts_with("hot and humid") && (word.starts_with("humid") || word == "heat")
            || phrase.split(" and ").flat_map(|part| part.split(' ')).any(|part| part == word)
    };
    if OPENINGS.contains(&first) || NAMES.contains(&first) || is_named(first) || all.any(is_named) {
        return None;
    }
    let is_short = words(&folded).count() <= LONGEST_WOVEN;
    is_short.then(|| format!("In the {phrase} climate of {}", place.name))
}

/// States how densely people live in a city. No statement about suburbs or the country rests on a number of people.
pub(in crate::content) fn area(place: &PlaceFacts, area: Area) -> Option<Told> {
    let figure = place.density.as_ref().filter(|_| area == Area::Urban)?;
    let count = rounded(figure.value);
    let value = format!("{} people per square mile: {} has about {count}", thousands(figure.value), place.name);
    let wordings = vec![
        format!("{} is densely populated, with about {count} residents per square mile.", place.name),
        format!("With about {count} residents per square mile, {} is densely populated.", place.name),
    ];
    Some(told(place, "density", value, source(figure), wordings))
}

/// Rounds to two figures.
fn rounded(number: f64) -> String {
    let number = number.max(0.0);
    let size = 10_f64.powf((number.max(1.0).log10().floor() - 1.0).max(0.0));
    thousands((number / size).round() * size)
}

/// States how many businesses of the trade the county has, with what the reader of a page can do with it, and where else to look if
/// they are few. The count of a broader field says nothing about the trade, so only pages without other facts of their place have it.
pub(in crate::content) fn competitors(place: &PlaceFacts, terms: &Terms, intent: PageIntent) -> Option<Told> {
    let Competitors { count, county, fit, source, year } = place.competitors.as_ref()?;
    if !matches!(fit.as_str(), "exact" | "broader") || *count == 0 {
        return None;
    }
    let is_exact = fit == "exact";
    let county = match county.trim() {
        "" => place.name.clone(),
        city if is_city(city) => format!("the {city}"),
        county => county.to_owned(),
    };
    let from = format!("{source}, {year}");
    let number = thousands(f64::from(*count));
    if *count >= SEVERAL {
        let trade = if is_exact { terms.businesses.as_str() } else { "businesses in this and related fields" };
        let value = format!("{number} {trade} in {county} in {year}");
        let wordings = several(&number, trade, &county, *year, terms, intent);
        return Some(told(place, "competitors", value, from, wordings));
    }
    let Neighbor { name, miles, direction, .. } = place.neighbors.first()?;
    let miles = distance(*miles);
    let trade = match (is_exact, *count) {
        (true, 1) => terms.business.as_str(),
        (true, _) => terms.businesses.as_str(),
        _ => "businesses in this and related fields",
    };
    let value = format!("{number} {trade} in {county} in {year}; {name} lies {miles} to the {direction}");
    let wordings = vec![format!(
        "{} had only {number} {trade} in {year}, so ask in {name}, {miles} to the {direction}, as well.",
        capital(&county)
    )];
    Some(told(place, "competitors", value, from, wordings))
}

/// Wordings of a number of businesses that leaves a choice.
fn several(number: &str, trade: &str, county: &str, year: u16, terms: &Terms, intent: PageIntent) -> Vec<String> {
    let there = capital(county);
    let business = &terms.business;
    match intent {
        PageIntent::Emergency => vec![
            format!(
                "If the first {business} that you call is busy, try the next: {county} had {number} {trade} in {year}."
            ),
            format!("{there} had {number} {trade} in {year}, so call the next one if the first is busy."),
        ],
        PageIntent::Cost => vec![
            format!("With {number} {trade} in {county} ({year}), you can ask more than one for a written price."),
            format!("{there} had {number} {trade} in {year}, so ask more than one of them for a written price."),
        ],
        PageIntent::Compare | PageIntent::HowTo | PageIntent::Local => vec![
            format!("{there} had {number} {trade} in {year}, so talk to several of them before you decide."),
            format!("Talk to several {trade} before you decide: {county} had {number} of them in {year}."),
            format!("Of the {number} {trade} that {county} had in {year}, talk to several before you decide."),
        ],
    }
}

/// Returns a distance in words: `9 miles`.
fn distance(miles: f64) -> String {
    format!("{:.0} {}", miles.max(1.0), if miles < 1.5 { "mile" } else { "miles" })
}

/// True for a place that may offer too little choice, so that readers look in the next towns as well.
pub(in crate::content) fn is_small(place: &PlaceFacts) -> bool {
    place.population.as_ref().is_some_and(|people| people.value < LARGE)
}

/// Names the nearest towns in which a reader can ask as well. From a large place, only readers on the side of a town have a reason to.
pub(in crate::content) fn neighbors(place: &PlaceFacts, terms: &Terms, intent: PageIntent) -> Option<Told> {
    let near: Vec<&Neighbor> = place.neighbors.iter().filter(|one| one.miles <= NEAR).take(NEIGHBORS).collect();
    let (first, last) = (*near.first()?, *near.last()?);
    let (value, wordings) = if is_small(place) {
        elsewhere(place, terms, intent, (first, last))
    } else {
        (format!("A town near {}: {}", place.name, lies(first)), on_its_side(place, terms, first))
    };
    let source = "distances between the centers of the places, from the coordinates of GeoNames".to_owned();
    Some(told(place, "neighbors", value, source, wordings))
}

/// Returns a town with its distance and direction: `Jenks (9 miles south)`.
fn lies(town: &Neighbor) -> String {
    format!("{} ({} {})", town.name, distance(town.miles), town.direction)
}

/// Names one or two towns in which readers of a small place can ask as well.
fn elsewhere(
    place: &PlaceFacts, terms: &Terms, intent: PageIntent, (first, last): (&Neighbor, &Neighbor),
) -> (String, Vec<String>) {
    let city = &place.name;
    let (business, businesses) = (&terms.business, &terms.businesses);
    let (first, last) = (lies(first), lies(last));
    let (both, either) = if first == last {
        (first.clone(), first)
    } else {
        (format!("{first} and {last}"), format!("{first} or {last}"))
    };
    let wordings = if intent == PageIntent::Emergency {
        vec![
            format!("If every {business} in {city} is busy, try {either}."),
            format!("Try {either} if no {business} in {city} has time at once."),
        ]
    } else {
        vec![
            format!("If {city} offers too little choice, look for {businesses} in {either} as well."),
            format!("Look for {businesses} in {both} too if {city} offers too little choice."),
        ]
    };
    (format!("Towns near {city}: {both}"), wordings)
}

/// Names the next town to readers on its side of a large place, or between the two if it is far.
fn on_its_side(place: &PlaceFacts, terms: &Terms, town: &Neighbor) -> Vec<String> {
    let Neighbor { name, direction, .. } = town;
    let (city, business, miles) = (&place.name, with_article(&terms.business), distance(town.miles));
    if town.miles > NEXT {
        return vec![
            format!("If you are between {city} and {name}, {miles} to the {direction}, ask in both."),
            format!("Ask in {name} too, {miles} to the {direction}, if you are between it and {city}."),
        ];
    }
    vec![
        format!(
            "On the {direction} side of {city}, {business} in {name}, {miles} from the center, may be nearer than one across town."
        ),
        format!("If you are on the {direction} side of {city}, ask in {name} too, {miles} from the center."),
    ]
}
