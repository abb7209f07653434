//! Templates that turn facts into sentences.

use super::super::facts::Sheet;
use super::super::input::{Fact, FactKind, Sentence};
use crate::stat::SplitMix64;

/// Names that sentences mention.
#[derive(Debug, Clone)]
pub(in crate::content) struct Names {
    pub(in crate::content) business: String,
    pub(in crate::content) service: String,
    pub(in crate::content) place: Option<String>,
}

impl Names {
    pub(in crate::content) fn of(sheet: Sheet<'_>) -> Self {
        let value = |kind| sheet.first(kind).map(|fact| fact.value.trim().to_owned());
        Self {
            business: value(FactKind::Business).unwrap_or_else(|| "The company".to_owned()),
            service: value(FactKind::Service).unwrap_or_else(|| "this work".to_owned()),
            place: value(FactKind::Place),
        }
    }

    /// Returns ` in Austin, TX`, or an empty string.
    pub(in crate::content) fn in_place(&self) -> String {
        self.place.as_ref().map(|place| format!(" in {place}")).unwrap_or_default()
    }
}

/// Writes the first sentences of a page: business, service and place.
pub(super) fn introduction(sheet: Sheet<'_>, seed: u64) -> Vec<Sentence> {
    let names = Names::of(sheet);
    let (business, service, place) = (&names.business, &names.service, names.in_place());
    let wordings = [
        format!("{business} does {service}{place}."),
        format!("For {service}{place}, you can call {business}."),
        format!("{business} takes on {service}{place}."),
    ];
    let kinds = [FactKind::Business, FactKind::Service, FactKind::Place];
    let fact_ids = kinds.into_iter().filter_map(|kind| sheet.first(kind)).map(|fact| fact.id.clone()).collect();
    vec![Sentence { text: wordings[choice(seed, "introduction", wordings.len())].clone(), fact_ids }]
}

/// Writes a fact as a sentence. Templates add no claims.
pub(in crate::content) fn sentence(fact: &Fact, names: &Names, seed: u64) -> Sentence {
    let wordings = wordings(fact.kind, fact.detail.is_some());
    let wording = wordings[choice(seed, &fact.id, wordings.len())];
    let value = fact.value.trim().trim_end_matches('.');
    let detail = fact.detail.as_deref().unwrap_or_default().trim().trim_end_matches('.');
    let text = wording
        .replace("{business}", &names.business)
        .replace("{service}", &names.service)
        .replace("{in place}", &names.in_place())
        .replace("{detail}", detail)
        .replace("{value}", value);
    let text = if text.ends_with(['.', '!', '?']) { capital(&text) } else { format!("{}.", capital(&text)) };
    Sentence { text, fact_ids: vec![fact.id.clone()] }
}

/// Templates of a kind of fact, with and without a detail.
fn wordings(kind: FactKind, has_detail: bool) -> &'static [&'static str] {
    match (kind, has_detail) {
        (FactKind::Business, _) => &["Your contact is {value}"],
        (FactKind::Service, _) => &["The work is {value}"],
        (FactKind::Place, _) => &["The crew works in {value}"],
        (FactKind::Neighbourhood, true) => &["In {value}, {detail}", "{value}: {detail}"],
        (FactKind::Neighbourhood, false) => {
            &["Homes in {value} are on the route", "The crew drives to {value} as well"]
        }
        (FactKind::Price, true) => {
            &["Plan on {value} for {detail}", "The price for {detail} is {value}", "{detail} comes to {value}"]
        }
        (FactKind::Price, false) => &["Plan on {value}", "The price is {value}"],
        (FactKind::Duration, true) => &["Allow {value} for {detail}", "It takes {value} for {detail}"],
        (FactKind::Duration, false) => &["Allow {value}", "It takes {value}"],
        (FactKind::Hours, _) => &["You can reach us {value}", "Someone picks up {value}"],
        (FactKind::Phone, _) => &["Call {value}", "The number to call is {value}"],
        (FactKind::Licence, _) => &["The work is done under {value}", "The papers: {value}"],
        (FactKind::Insurance, _) => &["The cover is {value}", "In force is {value}"],
        (FactKind::Experience, _) => &["On record: {value}", "{business}: {value}"],
        (FactKind::Award, _) => &["Received: {value}"],
        (FactKind::Rating, _) => &["Customers gave {value}"],
        (FactKind::Guarantee, _) => &["You get {value}", "The job comes with {value}"],
        (FactKind::Permit, true) => &["For {detail}, {value}", "{detail}: {value}"],
        (FactKind::Climate | FactKind::Process | FactKind::Statement | FactKind::Permit, _) => &["{value}"],
        (FactKind::Question, _) => &["{detail}"],
    }
}

/// Returns a number below `count` that depends only on the seed and a name.
pub(super) fn choice(seed: u64, name: &str, count: usize) -> usize {
    let mixed = name.bytes().fold(seed, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3));
    SplitMix64::new(mixed).below(count)
}

/// Capitalises the first letter.
pub(in crate::content) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}
