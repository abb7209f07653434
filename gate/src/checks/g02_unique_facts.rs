//! G02: a page about a place states facts about that place, with their source.

use std::collections::BTreeSet;

use engines::{
    content::{CitedFact, FactKind},
    text::fold,
};
use sites::Page;

use super::{Context, Outcome};
use crate::{GateError, words::counted};

/// Counts the facts of its place that each page about a place cites.
pub(super) fn run(context: &Context<'_>) -> Result<Outcome, GateError> {
    let mut outcome = Outcome::new();
    let (mut pages, mut fewest) = (0_usize, usize::MAX);
    for (_, page) in context.answers() {
        let Some(place) = page.place.as_deref().filter(|place| !place.trim().is_empty()) else { continue };
        let count = count(page, place);
        (pages, fewest) = (pages + 1, fewest.min(count));
        if count >= context.limits.min_place_facts {
            continue;
        }
        let facts = counted(count, "fact", "facts");
        let detail = format!(
            "The page states {facts} about {place} with a source; {} are needed.",
            context.limits.min_place_facts
        );
        let fix = format!(
            "Add facts about {place}: its permit office, prices, climate, buildings or neighborhoods, each with its source."
        );
        if count == 0 {
            outcome.block(Some(&page.path), detail, fix);
        } else {
            outcome.warn(Some(&page.path), detail, fix);
        }
    }
    if pages == 0 {
        return Ok(Outcome::not_applicable("No page is about a place"));
    }
    Ok(outcome.measured(format!(
        "{}; at least {fewest} facts each",
        counted(pages, "page about a place", "pages about a place")
    )))
}

/// Number of different facts of the place that sentences of the page cite.
fn count(page: &Page, place: &str) -> usize {
    let cited: BTreeSet<&str> = page.draft.body().flat_map(|sentence| &sentence.fact_ids).map(String::as_str).collect();
    let city = city_of(place);
    let is_of_place = |cited: &CitedFact| {
        let has_source = !cited.fact.source.trim().is_empty() || !cited.sources.is_empty();
        let is_name = matches!(cited.fact.kind, FactKind::Place | FactKind::Service | FactKind::Business);
        has_source && !is_name && cited.fact.place.as_deref().is_some_and(|of| city_of(of) == city)
    };
    let values: BTreeSet<String> = page
        .facts
        .iter()
        .filter(|fact| cited.contains(fact.fact.id.as_str()) && is_of_place(fact))
        .map(|fact| fold(&fact.fact.value))
        .collect();
    values.len()
}

fn city_of(place: &str) -> String {
    fold(place.split(',').next().unwrap_or_default())
}
