//! Public figures of a place in sentences.

use engines::content::{Block, BlockKind, CitedFact, Fact, FactKind, Figure, PlaceFacts};

use super::{
    PlannedPlace,
    job::Job,
    text::{Text, cited, list},
};
use crate::Page;

/// Number of towns nearby that are named: more would be a list of towns.
const TOWNS: usize = 4;
/// Minimum number of places for a comparison.
const COMPARED: usize = 3;
/// Zones of the climate by the word of the library.
const ZONES: [(&str, &str); 7] = [
    ("hot-humid", "a hot and humid climate"),
    ("hot-dry", "a hot and dry climate"),
    ("mixed-humid", "a humid climate with both hot and cold months"),
    ("mixed-dry", "a dry climate with both hot and cold months"),
    ("cold", "a cold climate"),
    ("very-cold", "a very cold climate"),
    ("marine", "a mild marine climate"),
];

/// A figure of a place in words.
struct Told {
    id: &'static str,
    source: String,
    wordings: Vec<String>,
}

/// Writes a section about a place: its homes, its people, and what is near. Figures that the page has already are left out.
pub(super) fn section(job: &Job<'_>, place: &PlannedPlace, path: &str, known: &[&str]) -> Text {
    written(job, place, path, known, true)
}

fn written(job: &Job<'_>, place: &PlannedPlace, path: &str, known: &[&str], has_homes: bool) -> Text {
    let facts = &place.facts;
    let city = facts.name.trim();
    let groups = [
        (format!("Homes in {city}"), if has_homes { homes(job, facts, known) } else { Vec::new() }),
        (format!("{city} in figures"), people(job, facts)),
        (format!("Around {city}"), around(facts)),
    ];
    let mut text = Text::default();
    for (heading, told) in groups {
        let mut sentences = Vec::new();
        for one in told.into_iter().filter(|one| !known.contains(&format!("place.{}", one.id).as_str())) {
            let id = format!("place.{}", one.id);
            let said = choose(job.seed(path), &place.id, one.id, &one.wordings);
            text.fact(fact(&id, &said, city, one.source));
            sentences.push(cited(said, &id));
        }
        if !sentences.is_empty() {
            text.heading(2, heading);
            text.paragraph(sentences);
        }
    }
    text
}

/// Returns true for a trade whose pack has statements about the age of homes: figures of homes say nothing about cars or pets.
fn is_about_homes(job: &Job<'_>) -> bool {
    job.pack.statements.iter().any(|one| !one.conditions.housing.is_empty())
}

/// Adds the section to a composed page, before its questions, otherwise at its end.
pub(super) fn add(job: &Job<'_>, place: &PlannedPlace, page: &mut Page) {
    let known: Vec<&str> = page.facts.iter().map(|one| one.fact.id.as_str()).collect();
    let text = written(job, place, &page.path, &known, is_about_homes(job));
    let is_questions = |block: &Block| {
        block.kind == BlockKind::Heading
            && block.level == 2
            && block.sentences.iter().any(|sentence| sentence.text.starts_with("Questions about"))
    };
    let blocks = &mut page.draft.blocks;
    let at = blocks.iter().position(is_questions).unwrap_or(blocks.len());
    blocks.splice(at..at, text.blocks);
    page.facts.extend(text.facts);
}

fn fact(id: &str, value: &str, place: &str, source: String) -> CitedFact {
    let fact = Fact {
        id: id.to_owned(),
        kind: FactKind::Statement,
        value: value.to_owned(),
        place: Some(place.to_owned()),
        source,
        ..Fact::default()
    };
    CitedFact { fact, sources: Vec::new() }
}

/// Chooses a wording by the place, so that pages about two places differ.
fn choose(seed: u64, place: &str, id: &str, wordings: &[String]) -> String {
    let start = 0xcbf2_9ce4_8422_2325 ^ seed;
    let bytes = place.bytes().chain([b'/']).chain(id.bytes());
    let hash = bytes.fold(start, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    let count = wordings.len().max(1) as u64;
    let at = usize::try_from((hash >> 17) % count).unwrap_or(0);
    wordings.get(at).cloned().unwrap_or_default()
}

fn source(figure: &Figure) -> String {
    format!("{}, {}", figure.source, figure.year)
}

fn percent(share: f64) -> String {
    format!("{:.0}%", 100.0 * share)
}

/// Returns a whole number with commas between thousands.
pub(super) fn thousands(number: f64) -> String {
    let digits = format!("{:.0}", number.max(0.0));
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at) % 3 == 0 {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// Rounds to three figures: `about 38,800 homes`.
fn rounded(number: f64) -> String {
    let number = number.max(0.0);
    let size = 10_f64.powf((number.max(1.0).log10().floor() - 2.0).max(0.0));
    thousands((number / size).round() * size)
}

fn homes(job: &Job<'_>, facts: &PlaceFacts, known: &[&str]) -> Vec<Told> {
    let county = facts.county.clone().unwrap_or_else(|| facts.name.clone());
    let mut told = Vec::new();
    if let Some(figure) = &facts.housing_units {
        let (count, city) = (rounded(figure.value), facts.name.trim());
        told.push(Told {
            id: "housingUnits",
            source: source(figure),
            wordings: vec![
                format!("{city} has about {count} homes, including vacant ones."),
                format!("There are about {count} houses and apartments in {city}."),
                format!("About {count} homes are in {city}, whether lived in or vacant."),
            ],
        });
    }
    if let Some(figure) = &facts.homes_before_1960 {
        let share = percent(figure.value);
        let rank = rank(job, facts, "the largest share of old homes", "the smallest share of old homes", |one| {
            one.homes_before_1960.as_ref()
        });
        told.push(Told {
            id: "homesBefore1960",
            source: source(figure),
            wordings: vec![
                format!("About {share} of the homes in {county} were built before 1960{rank}."),
                format!("In {county}, about {share} of the homes date from before 1960{rank}."),
                format!("Homes from before 1960 make up about {share} of all homes in {county}{rank}."),
            ],
        });
    }
    if let Some(figure) = &facts.homes_since_1990 {
        // The other share is left out where the page states it already.
        let is_second = told.iter().any(|one| one.id == "homesBefore1960") && !known.contains(&"place.homesBefore1960");
        let wordings = since_1990(&percent(figure.value), &county, is_second);
        told.push(Told { id: "homesSince1990", source: source(figure), wordings });
    }
    if let Some(figure) = &facts.owner_share {
        let wordings = owners(&percent(figure.value), &county, is_about_homes(job));
        told.push(Told { id: "ownerShare", source: source(figure), wordings });
    }
    told
}

/// Wordings of the share of new homes, also after that of old ones. Each names the county: pages of two places share no sentence.
fn since_1990(share: &str, county: &str, is_second: bool) -> Vec<String> {
    if is_second {
        return vec![
            format!("Another {share} in {county} went up in 1990 or later."),
            format!("Homes from 1990 or later are another {share} in {county}."),
        ];
    }
    vec![
        format!("About {share} of the homes in {county} were built in 1990 or later."),
        format!("In {county}, about {share} of the homes are from 1990 or later."),
    ]
}

/// Wordings of the share of owners, with what it means for work on a home.
fn owners(share: &str, county: &str, is_about_homes: bool) -> Vec<String> {
    let texts = [
        format!("About {share} of the households in {county} own their home"),
        format!("In {county}, about {share} of the households own their home"),
    ];
    let meaning = if is_about_homes { ", while tenants ask the landlord before any work" } else { "" };
    texts.into_iter().map(|text| format!("{text}{meaning}.")).collect()
}

fn people(job: &Job<'_>, facts: &PlaceFacts) -> Vec<Told> {
    let city = facts.name.trim();
    let mut told = Vec::new();
    if let Some(figure) = &facts.population {
        let count = rounded(figure.value);
        let rank = rank(job, facts, "the most people", "the fewest people", |one| one.population.as_ref());
        told.push(Told {
            id: "residents",
            source: source(figure),
            wordings: vec![
                format!("{city} has about {count} residents{rank}."),
                format!("About {count} people live in {city}{rank}."),
                format!("The population of {city} is about {count}{rank}."),
            ],
        });
    }
    if let Some(figure) = &facts.density {
        let count = rounded(figure.value);
        told.push(Told {
            id: "density",
            source: source(figure),
            wordings: vec![
                format!("That is about {count} people per square mile of land."),
                format!("The density is about {count} people per square mile."),
            ],
        });
    }
    if let Some(competitors) = &facts.competitors
        && competitors.count > 0
        && matches!(competitors.fit.as_str(), "exact" | "broader")
    {
        let (county, year) = (competitors.county.trim(), competitors.year);
        let count = thousands(f64::from(competitors.count));
        let trade = match (competitors.fit.as_str(), competitors.count) {
            ("exact", 1) => "business of this trade",
            ("exact", _) => "businesses of this trade",
            (_, 1) => "business in this and related fields",
            _ => "businesses in this and related fields",
        };
        told.push(Told {
            id: "competitors",
            source: format!("{}, {year}", competitors.source),
            wordings: vec![
                format!("{county} had {count} {trade} with employees in {year}."),
                format!("In {year}, the Census Bureau counted {count} {trade} with employees in {county}."),
            ],
        });
    }
    told.extend(climate(facts));
    told
}

fn climate(facts: &PlaceFacts) -> Option<Told> {
    let city = facts.name.trim();
    let (_, phrase) = facts.climate.as_deref().and_then(|zone| ZONES.iter().find(|(word, _)| *word == zone))?;
    Some(Told {
        id: "climate",
        source: "Building America climate zones, US Department of Energy".to_owned(),
        wordings: vec![format!("{city} has {phrase}.")],
    })
}

fn around(facts: &PlaceFacts) -> Vec<Told> {
    let mut told = Vec::new();
    let towns: Vec<String> = facts.neighbors.iter().take(TOWNS).map(town).collect();
    if let Some(first) = towns.first() {
        let all = list(&towns);
        told.push(Told {
            id: "neighbors",
            source: "distances between the centers of the places, from the coordinates of GeoNames".to_owned(),
            wordings: if towns.len() == 1 {
                vec![format!("The nearest town is {first}.")]
            } else {
                vec![
                    format!("The nearest towns are {all}."),
                    format!("Businesses may also come from {all}."),
                    format!("Nearby are {all}."),
                ]
            },
        });
    }
    told
}

/// Returns a town with its distance: `Jenks, 9 miles to the south`.
fn town(neighbor: &engines::content::Neighbor) -> String {
    let miles = neighbor.miles.max(1.0);
    let unit = if miles < 1.5 { "mile" } else { "miles" };
    format!("{} ({miles:.0} {unit} {})", neighbor.name, neighbor.direction)
}

/// Says if a figure is the largest or smallest of the places of the site.
fn rank(
    job: &Job<'_>, facts: &PlaceFacts, largest: &str, smallest: &str, figure: impl Fn(&PlaceFacts) -> Option<&Figure>,
) -> String {
    let values: Vec<f64> = job.input.places.iter().filter_map(|one| figure(&one.facts)).map(|one| one.value).collect();
    let Some(value) = figure(facts).map(|one| one.value).filter(|_| values.len() >= COMPARED) else {
        return String::new();
    };
    let count = |is: &dyn Fn(f64) -> bool| values.iter().filter(|other| is(**other)).count();
    let words = match (count(&|other| other > value), count(&|other| other < value)) {
        (0, below) if below + 1 == values.len() => largest,
        (above, 0) if above + 1 == values.len() => smallest,
        _ => return String::new(),
    };
    format!(", {words} among the places on this site")
}
