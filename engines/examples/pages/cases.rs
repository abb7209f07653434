//! Cases: verticals, places, intents and the facts of an example business.

use std::collections::BTreeMap;

use engines::common::Day;
use engines::content::{Competitors, ComposeInput, Fact, FactKind, PageIntent, PlaceFacts};
use engines::stat::SplitMix64;
use serde::Deserialize;

/// A place with the competitors of some verticals.
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Town {
    pub(crate) place: PlaceFacts,
    competitors: BTreeMap<String, Competitors>,
}

impl Town {
    /// Returns a place of the reference data.
    pub(crate) fn find(name: &str, vertical: &str) -> Option<Self> {
        let mut place = PlaceFacts::find(name, None, Some(vertical))?;
        let competitors = place.competitors.take().map(|found| (vertical.to_owned(), found)).into_iter().collect();
        Some(Self { place, competitors })
    }
}

/// Reads the places of a file.
pub(crate) fn towns(file: &str) -> Vec<Town> {
    serde_json::from_str(&std::fs::read_to_string(file).expect("places")).expect("places")
}

/// A page to compose.
#[derive(Debug, Clone)]
pub(crate) struct Case {
    pub(crate) vertical: String,
    pub(crate) intent: PageIntent,
    pub(crate) town: Town,
    /// Pages of one site say nothing twice.
    pub(crate) site: String,
}

/// Verticals of the sixty pages, with the intent of their pages.
const VERTICALS: [(&str, PageIntent); 10] = [
    ("water-damage", PageIntent::Emergency),
    ("roofing", PageIntent::Compare),
    ("hvac", PageIntent::Local),
    ("emergency-plumbing", PageIntent::Emergency),
    ("personal-injury", PageIntent::Compare),
    ("dental-implants", PageIntent::HowTo),
    ("pest-control", PageIntent::Local),
    ("locksmith", PageIntent::Cost),
    ("tree-service", PageIntent::Cost),
    ("moving", PageIntent::HowTo),
];
/// Number of cities of a site: every page of a site says something else.
const CITIES_OF_SITE: usize = 3;
/// Number of cities of a vertical.
const CITIES: usize = 6;

/// The ten verticals in six cities, on two sites each.
pub(crate) fn sixty(towns: &[Town]) -> Vec<Case> {
    VERTICALS.into_iter().flat_map(|(vertical, intent)| of_vertical(vertical, intent, towns)).collect()
}

fn of_vertical(vertical: &str, intent: PageIntent, towns: &[Town]) -> Vec<Case> {
    let case = |(at, town): (usize, &Town)| Case {
        vertical: vertical.to_owned(),
        intent,
        town: town.clone(),
        site: format!("{vertical}{}", at / CITIES_OF_SITE),
    };
    towns.iter().enumerate().map(case).collect()
}

/// Places of all climates and sizes, none of which is one of the sixty pages' cities.
const PLACES: [&str; 30] = [
    "Boise, ID",
    "Buffalo, NY",
    "Savannah, GA",
    "Fargo, ND",
    "El Paso, TX",
    "Spokane, WA",
    "Burlington, VT",
    "Mobile, AL",
    "Fresno, CA",
    "Anchorage, AK",
    "Honolulu, HI",
    "Columbus, OH",
    "Lubbock, TX",
    "Eugene, OR",
    "Baltimore, MD",
    "Bozeman, MT",
    "Naples, FL",
    "Topeka, KS",
    "Charleston, WV",
    "Henderson, NV",
    "Duluth, MN",
    "Knoxville, TN",
    "Worcester, MA",
    "Flagstaff, AZ",
    "Santa Rosa, CA",
    "Jackson, MS",
    "Cheyenne, WY",
    "Raleigh, NC",
    "Omaha, NE",
    "Bangor, ME",
];
const INTENTS: [PageIntent; 5] =
    [PageIntent::Emergency, PageIntent::Cost, PageIntent::Compare, PageIntent::HowTo, PageIntent::Local];

/// All packs, each in six drawn places, with one intent after another.
pub(crate) fn others() -> Vec<Case> {
    let mut random = SplitMix64::new(20_261_124);
    let mut cases = Vec::new();
    for (at, (_, vertical)) in editorial::library::list().iter().enumerate() {
        let mut left: Vec<&str> = PLACES.to_vec();
        let drawn = (0..CITIES).map(|_| left.remove(random.below(left.len())));
        let towns: Vec<Town> = drawn.filter_map(|name| Town::find(name, vertical)).collect();
        assert_eq!(towns.len(), CITIES, "a place of the list is unknown");
        cases.extend(of_vertical(vertical, INTENTS[at % INTENTS.len()], &towns));
    }
    cases
}

impl Case {
    /// Returns the input of the page, with the facts of an example business if asked for.
    pub(crate) fn input(&self, with_facts: bool) -> ComposeInput {
        let word = match self.intent {
            PageIntent::Emergency => "emergency ",
            PageIntent::Cost => "cost of ",
            PageIntent::Compare => "best ",
            PageIntent::HowTo => "how to get ",
            PageIntent::Local => "",
        };
        let (vertical, town) = (&self.vertical, &self.town);
        let competitors = town.competitors.get(vertical).cloned();
        ComposeInput {
            as_of: Day::parse("2026-11-24"),
            query: format!("{word}{} {}", vertical.replace('-', " "), town.place.name.to_lowercase()),
            vertical: Some(vertical.clone()),
            place: Some(PlaceFacts { competitors, ..town.place.clone() }),
            page_intent: Some(self.intent),
            facts: if with_facts { business(vertical, &town.place) } else { Vec::new() },
            ..ComposeInput::default()
        }
    }

    /// Names that are replaced when pages are compared.
    pub(crate) fn names(&self) -> Vec<String> {
        let place = &self.town.place;
        let more = [Some(&place.state_name), place.county.as_ref(), Some(&place.state)];
        std::iter::once(place.name.clone()).chain(more.into_iter().flatten().cloned()).collect()
    }
}

/// Facts of a business that does not exist. Those of regulated trades promise no result.
fn business(vertical: &str, place: &PlaceFacts) -> Vec<Fact> {
    let city = format!("{}, {}", place.name, place.state);
    let pack = editorial::library::text("en", vertical).and_then(|text| editorial::parse(&text).ok()).expect("pack");
    let fact = |id: &str, kind, value: String, detail: Option<&str>| Fact {
        id: id.to_owned(),
        kind,
        value,
        detail: detail.map(str::to_owned),
        source: "example".to_owned(),
        is_owner_supplied: true,
        ..Fact::default()
    };
    let name = pack.terms.business.split(' ').map(capital).collect::<Vec<_>>().join(" ");
    let digits = vertical.len() * 1_037 + place.name.len() * 31;
    let hours = ["24 hours a day", "Monday to Friday, 8 am to 6 pm", "24/7"][digits % 3];
    let experience = ["since 1998", "12 years", "over 20 years of experience"][digits % 3];
    let mut facts = vec![
        fact("biz", FactKind::Business, format!("Example {name}"), None),
        fact("place", FactKind::Place, city.clone(), None),
        fact("tel", FactKind::Phone, format!("{}-555-01{:02}", 200 + digits % 700, digits % 100), None),
        fact("hours", FactKind::Hours, hours.to_owned(), None),
        fact("lic", FactKind::Licence, format!("{} license {}", place.state_name, 80_000_000 + digits), None),
        fact("ins", FactKind::Insurance, "General liability of $2 million".to_owned(), None),
        fact("exp", FactKind::Experience, experience.to_owned(), None),
        fact("n1", FactKind::Neighbourhood, format!("North {}", place.name), None),
        fact("n2", FactKind::Neighbourhood, format!("Old {}", place.name), None),
        fact("d1", FactKind::Duration, "45 minutes".to_owned(), Some("a first visit")),
        fact("p1", FactKind::Price, "$95".to_owned(), Some("a first visit")),
    ];
    if pack.review.is_none() {
        let guarantee = "A second visit is free if the problem returns within 90 days".to_owned();
        facts.push(fact("p2", FactKind::Price, "from $45".to_owned(), Some("an hour of work beyond the first")));
        facts.push(fact("gua", FactKind::Guarantee, guarantee, None));
    }
    facts[9].place = Some(city);
    facts
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}
