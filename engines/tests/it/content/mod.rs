//! The content engine.

mod audit;
mod audit_edges;
mod calculated;
mod calculated_limits;
mod claims;
mod compose;
mod composer;
mod derived;
mod edges;
mod figures;
mod fixes;
mod forms;
mod gain;
mod generate;
mod grammar;
mod measures;
mod mending;
mod operands;
mod pages;
mod place;
mod plain;
mod sceptic;
mod second;
mod speed;
mod supposed;
mod verify;
mod wished;
mod wording;
mod woven;

use engines::common::Unattended;
use engines::content::{
    Checked, ComposeInput, ComposeOutput, Fact, FactKind, Figure, PageLink, Parameters, PlaceFacts, Sentence, compose,
};
use engines::keyword::Intent;

fn checked() -> Checked {
    Parameters::default().check().unwrap()
}

fn figure(value: f64) -> Option<Figure> {
    Some(Figure { value, source: "test".to_owned(), year: 2021 })
}

fn tulsa() -> PlaceFacts {
    PlaceFacts {
        name: "Tulsa".to_owned(),
        state: "OK".to_owned(),
        state_name: "Oklahoma".to_owned(),
        county: Some("Tulsa County".to_owned()),
        population: figure(410_652.0),
        density: figure(2_076.5),
        homes_before_1960: figure(0.41),
        homes_since_1990: figure(0.25),
        climate: Some("mixed-humid".to_owned()),
        ..PlaceFacts::default()
    }
}

fn fact(id: &str, kind: FactKind, value: &str, detail: Option<&str>, place: Option<&str>) -> Fact {
    Fact {
        id: id.to_owned(),
        kind,
        value: value.to_owned(),
        detail: detail.map(str::to_owned),
        place: place.map(str::to_owned),
        source: "owner, by phone".to_owned(),
        is_owner_supplied: true,
        ..Fact::default()
    }
}

/// Facts of a roofer in a town; with `own`, three that are true there alone.
fn sheet(town: &str, own: &[&str]) -> Vec<Fact> {
    use FactKind::{Business, Duration, Hours, Phone, Place, Price, Process, Question, Service, Statement};
    let mut facts = vec![
        fact("biz", Business, "Acme Roofing", None, None),
        fact("svc", Service, "roof repair", None, None),
        fact("place", Place, town, None, None),
        fact("say1", Statement, "A wet spot on a ceiling is most often a cracked boot around a vent pipe", None, None),
        fact("say2", Statement, "Lifted shingles let wind in, and the next storm takes the row above them", None, None),
        fact("p1", Price, "$350 to $900", Some("a leak at one spot"), None),
        fact("p2", Price, "$8 to $12 a foot", Some("new flashing at a wall"), None),
        fact("d1", Duration, "45 minutes", Some("a first look"), None),
        fact("h1", Hours, "from 7 in the morning to 6 at night", None, None),
        fact("tel", Phone, "512-555-0134", None, None),
        fact("s1", Process, "The crew goes up first and takes photos of each spot", None, None),
        fact("s2", Process, "You see the photos and one price before work starts", None, None),
        fact("s3", Process, "Old nails come out, new felt goes down, and the row is laid back", None, None),
        fact("s4", Process, "At the end the yard is swept with a magnet for nails", None, None),
        fact(
            "q1",
            Question,
            "Can you patch a roof in the rain?",
            Some("No, but a tarp can go on in the rain and stop the leak until the deck is dry"),
            None,
        ),
        fact(
            "q2",
            Question,
            "Do I need to be at home?",
            Some("Not for the first look, as long as a gate or side door gives a way to the roof"),
            None,
        ),
    ];
    for (at, value) in own.iter().enumerate() {
        facts.push(fact(&format!("own{at}"), FactKind::Climate, value, None, Some(town)));
    }
    facts
}

const AUSTIN: [&str; 4] = [
    "In Austin the city asks for a permit when more than half of a roof side is replaced, and the desk is on Barton Springs Road",
    "Hail comes through Travis County in April and May, so gutters fill with grit from the shingles in June",
    "Oak limbs in Hyde Park hang low over the eaves and wear the edge of a roof bare within a few years",
    "Most homes east of the highway have flat porches tied to a steep roof, and that joint leaks first",
];

fn composed(town: &str, own: &[&str]) -> ComposeOutput {
    let links = ["/prices", "/areas", "/contact"]
        .map(|url| PageLink { url: url.to_owned(), anchor: format!("See {url}") })
        .to_vec();
    let input = ComposeInput {
        query: format!("roof repair {}", town.to_lowercase()),
        intent: Some(Intent::Local),
        facts: sheet(town, own),
        links,
        ..ComposeInput::default()
    };
    compose(&input, &checked(), &Unattended).unwrap()
}

fn said(text: &str, fact_ids: &[&str]) -> Sentence {
    Sentence {
        text: text.to_owned(),
        fact_ids: fact_ids.iter().map(|id| (*id).to_owned()).collect(),
        ..Sentence::default()
    }
}
