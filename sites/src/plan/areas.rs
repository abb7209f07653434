//! Pages of places.

use std::collections::BTreeSet;

use engines::content::PageIntent;

use super::{
    PlanError, PlannedPlace,
    job::{Job, Place, titled},
    profile,
    region::{label, path},
    services::{Wanted, sibling, write_page},
    text::{Text, capital},
};
use crate::{Page, PageKind};

/// Words of a page; short, so that the pack serves several places.
const WORDS: u32 = 400;
/// Minimum number of words of a page from public figures alone, and of its figures.
const FEWEST_WORDS: usize = 130;
const FEWEST_FIGURES: usize = 5;
/// Number of places in the table of a page from figures.
const COMPARED: usize = 3;
/// Number of previous pages whose sentences are not repeated; comparing with all takes time for many places.
const SIBLINGS: usize = 12;
/// Pages that follow the areas: the index and the questions.
const FOLLOWING: [&str; 2] = [super::index::PATH, super::answers::PATH];

/// Writes a page for each place, the first ones from the pack, the others from what is known of the place.
pub(super) fn write(job: &mut Job<'_>) -> Result<(), PlanError> {
    let places = &job.input.places;
    let mut is_used_up = false;
    for place in places {
        job.checkpoint()?;
        let name = label(place);
        if job.pages.iter().any(|page| page.kind == PageKind::Area && page.place.as_ref() == Some(&name)) {
            continue;
        }
        let path = path(place, |path| job.has(path));
        if job.pages.len() + kept(job) >= job.most() {
            job.leave_for_later(&path, &place.facts.name);
            continue;
        }
        let at = Place::new(path, PageKind::Area, place.facts.name.trim());
        one(job, at, place, &mut is_used_up)?;
    }
    Ok(())
}

/// Number of pages that are kept for those that follow and do not exist yet.
fn kept(job: &Job<'_>) -> usize {
    let is_missing = |path: &&&str| !job.has(path) && !job.input.without.contains_key(**path);
    FOLLOWING.iter().filter(is_missing).count()
}

fn one(job: &mut Job<'_>, at: Place, place: &PlannedPlace, is_used_up: &mut bool) -> Result<(), PlanError> {
    let (path, name) = (at.path.clone(), at.label.clone());
    if job.is_excluded(&path, &name) {
        return Ok(());
    }
    if !*is_used_up {
        match composed(job, at.clone(), place)? {
            Ok(page) => {
                job.add(page);
                return Ok(());
            }
            // What is too little for one place is too little for the next: each has less left.
            Err(_) => *is_used_up = true,
        }
    }
    match from_figures(job, at, place) {
        Some(page) => job.add(page),
        None => {
            let reason = "The library is used up by the other pages, and too few figures of the place are published; add facts \
                          of the business there, or extend the pack";
            job.leave_out(&path, &name, reason);
        }
    }
    Ok(())
}

/// Composes a page and adds the figures of the place.
fn composed(job: &mut Job<'_>, at: Place, place: &PlannedPlace) -> Result<Result<Page, String>, PlanError> {
    let siblings = job.pages.iter().rev().filter(|page| !page.query.is_empty()).take(SIBLINGS).map(sibling);
    let siblings = siblings.collect();
    let wanted = Wanted {
        at,
        intent: PageIntent::Local,
        place: Some(place),
        words: WORDS,
        query: "",
        reserved: BTreeSet::new(),
        siblings,
        questions: Vec::new(),
    };
    let page = write_page(job, wanted)?;
    Ok(page.map(|mut page| {
        profile::add(job, place, &mut page);
        page
    }))
}

/// Adds a table of the place and those that follow it in the list.
fn compare(job: &Job<'_>, place: &PlannedPlace, text: &mut Text) {
    let places = &job.input.places;
    let at = places.iter().position(|one| one.id == place.id).unwrap_or(0);
    let others = places.iter().cycle().skip(at + 1).take(COMPARED.min(places.len() - 1));
    let all: Vec<&PlannedPlace> = std::iter::once(place).chain(others).collect();
    if all.len() > 1 {
        text.heading(2, format!("{} and other places", place.facts.name.trim()));
        let table = super::index::table(text, &all);
        text.blocks.push(table);
    }
}

/// Writes a page from the figures of a place; `None` if they are too few.
fn from_figures(job: &Job<'_>, at: Place, place: &PlannedPlace) -> Option<Page> {
    let name = label(place);
    let work = &job.pack.terms.work;
    let mut text = Text::default();
    text.heading(1, format!("{} in {name}", capital(work)));
    let figures = profile::section(job, place, &at.path, &[]);
    let count = figures.facts.len();
    text.blocks.extend(figures.blocks);
    figures.facts.into_iter().for_each(|fact| text.fact(fact));
    compare(job, place, &mut text);
    if text.words() < FEWEST_WORDS || count < FEWEST_FIGURES {
        return None;
    }
    let title = titled(work);
    let city = place.facts.name.trim();
    let titles = [
        format!("{title} in {name}: Local Figures"),
        format!("{title} in {name}"),
        format!("{title} in {city}: Local Figures"),
        format!("{title}: {city} in Figures"),
    ];
    let descriptions = [
        format!(
            "What public data say about {name}: people, homes, climate and businesses, with what it means when you order {work}."
        ),
        format!(
            "What public data say about {name}: people, homes, climate and the businesses that you can compare there."
        ),
        format!("Figures on {city}: people, homes, climate and businesses, each with its source and year."),
    ];
    let (draft, facts) = text.finish(&titles, &descriptions);
    let mut names = job.names();
    let known =
        [Some(&place.facts.name), Some(&place.facts.state), Some(&place.facts.state_name), place.facts.county.as_ref()];
    names.extend(known.into_iter().flatten().filter(|name| !name.trim().is_empty()).cloned());
    let query = format!("{work} {city}").to_lowercase();
    let page = job.page(at, draft, facts);
    Some(Page { query, place: Some(name), names, ..page })
}
