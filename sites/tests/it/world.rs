//! Sites for the tests.

use std::collections::BTreeMap;

use engines::{
    common::{Day, Unattended},
    content::PlaceFacts,
};
use sites::{
    Beacon, Contact, File, Form, Operator, Phone, PlanInput, Planned, PlannedPlace, Reviewer, Site, SiteKind, Tenant,
    Theme, plan, render,
};

pub(crate) fn place(name: &str, vertical: &str) -> PlannedPlace {
    let facts = PlaceFacts::look_up(name, None, Some(vertical)).expect("a place of the reference data");
    PlannedPlace { id: name.to_owned(), facts }
}

pub(crate) fn day(text: &str) -> Day {
    Day::parse(text).expect("a day")
}

/// Input of a goldmine site.
pub(crate) fn goldmine(vertical: &str, city: &str) -> PlanInput {
    PlanInput {
        kind: SiteKind::Goldmine,
        vertical: vertical.to_owned(),
        places: vec![place(city, vertical)],
        operator: Operator {
            legal_name: "Example Media LLC".to_owned(),
            email: "hello@example.com".to_owned(),
            postal_address: "1 Example Street\nTulsa, OK 74103".to_owned(),
            privacy_email: "privacy@example.com".to_owned(),
            ..Operator::default()
        },
        theme: Theme::Harbor,
        url: "https://guide.example.com".to_owned(),
        contact: Contact {
            form: Some(Form {
                action: "https://app.example.com/f/key".to_owned(),
                consent: "I agree that my request is passed on, and that I may be called about it.".to_owned(),
                ..Form::default()
            }),
            phone: Some(Phone { number: "+19185550123".to_owned(), is_owned: true, is_recorded: true }),
            fallback_email: "help@example.com".to_owned(),
        },
        beacon: Some(Beacon { src: "https://app.example.com/t.js".to_owned(), key: "site-key".to_owned() }),
        today: day("2026-11-25"),
        seed: 11,
        ..PlanInput::default()
    }
}

/// Input of a dominator site.
pub(crate) fn dominator(vertical: &str, cities: &[&str]) -> PlanInput {
    let places = cities.iter().map(|city| place(city, vertical)).collect();
    PlanInput { kind: SiteKind::Dominator, places, ..goldmine(vertical, cities[0]) }
}

pub(crate) const OKLAHOMA: [&str; 4] = ["Tulsa, OK", "Norman, OK", "Lawton, OK", "Enid, OK"];

pub(crate) fn reviewer() -> Reviewer {
    Reviewer { name: "Jane Example".to_owned(), credentials: "attorney in Oklahoma".to_owned() }
}

pub(crate) fn tenant() -> Tenant {
    Tenant {
        name: "Example Drying Inc.".to_owned(),
        street: "2 Example Avenue".to_owned(),
        city: "Tulsa".to_owned(),
        state: "OK".to_owned(),
        postal_code: "74103".to_owned(),
        phone: "+19185550199".to_owned(),
        url: Some("https://drying.example.org/".to_owned()),
        licence: Some("No. 12345".to_owned()),
        verified_on: Some(day("2026-11-01")),
    }
}

pub(crate) fn planned(input: &PlanInput) -> Planned {
    plan(input, &Unattended).expect("a plan")
}

pub(crate) fn files(site: &Site) -> BTreeMap<String, File> {
    let files = render(site).expect("files");
    files.into_iter().map(|file| (file.path.clone(), file)).collect()
}

pub(crate) fn text(file: &File) -> &str {
    std::str::from_utf8(&file.bytes).expect("UTF-8")
}

/// The sites that the tests of rendering look at: each kind of page, with and without a tenant.
pub(crate) fn sites() -> Vec<Site> {
    let rented = PlanInput { tenant: Some(tenant()), ..goldmine("water-damage", "Tulsa, OK") };
    let reviewed = goldmine("personal-injury", "Boise, ID");
    let operator = Operator { reviewer: Some(reviewer()), ..reviewed.operator.clone() };
    let inputs = [rented, PlanInput { operator, ..reviewed }, dominator("roofing", &OKLAHOMA)];
    inputs.iter().map(|input| planned(input).site).collect()
}
