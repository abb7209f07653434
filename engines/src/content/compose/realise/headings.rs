//! Headings of sections: what the section contains, in the words of the trade.

use editorial::{Pack, Section};

use super::super::super::input::PageIntent;
use super::grammar::{capital, is_plural, with_article};
use super::names::Names;

/// Returns the heading of a section of a pack.
pub(in crate::content) fn section(section: Section, pack: &Pack, intent: PageIntent, names: &Names) -> String {
    let terms = &pack.terms;
    let worker = terms.worker.split(" or ").next().unwrap_or(&terms.worker);
    // Lawyers, doctors and insurers take cases and patients: there is no job to be done.
    let is_trade = pack.review.is_none();
    match section {
        Section::First if intent == PageIntent::Emergency => "What to do right away".to_owned(),
        Section::First => "What to do first".to_owned(),
        Section::Work if is_trade || terms.work.ends_with(" work") => format!("How {} goes", with_article(&terms.job)),
        Section::Work => format!("How {} works", terms.work),
        Section::Price if is_trade => format!("What makes one {} cost more than another", terms.job),
        Section::Price => format!("What drives the cost of {}", terms.work),
        Section::Signs => "Warning signs".to_owned(),
        Section::Choose => format!("How to choose {}", with_article(&terms.business)),
        Section::Ask => format!("What to ask {}", with_article(&terms.business)),
        Section::Mistakes => "Mistakes to avoid".to_owned(),
        Section::Yourself if is_trade => format!("Do it yourself or call {}", with_article(worker)),
        Section::Yourself => format!("What you can do yourself, and when to call {}", with_article(worker)),
        Section::Aftercare if is_trade => format!("After the {}", terms.job),
        Section::Aftercare => "What comes afterward".to_owned(),
        Section::Local => local(names),
    }
}

/// Returns the heading of steps of which some are left out.
pub(in crate::content) fn some_steps(pack: &Pack) -> String {
    let terms = &pack.terms;
    let is_job = pack.review.is_none() || terms.work.ends_with(" work");
    format!("What to expect from {}", if is_job { with_article(&terms.job) } else { terms.work.clone() })
}

/// Returns the heading of what depends on the place.
pub(in crate::content) fn local(names: &Names) -> String {
    names.city().map_or_else(|| "What depends on the place".to_owned(), |city| format!("What matters in {city}"))
}

/// Returns the heading of the questions.
pub(in crate::content) fn questions(work: &str) -> String {
    format!("Questions about {work}")
}

/// Returns the heading of the prices of the business.
pub(in crate::content) fn prices(names: &Names, count: usize) -> String {
    match &names.business {
        Some(business) if count == 1 => format!("What {business} {}", names.verb("charges")),
        Some(business) => format!("Prices at {business}"),
        None if count == 1 => format!("Price of {}", names.service),
        None => format!("Prices of {}", names.service),
    }
}

/// Returns the heading of own steps.
pub(in crate::content) fn steps(names: &Names) -> String {
    match &names.business {
        Some(business) => format!("How {business} {}", names.verb("works")),
        None => "How the work goes".to_owned(),
    }
}

/// Returns the heading of own statements.
pub(in crate::content) fn statements(names: &Names) -> String {
    format!("What to know about {}", names.service)
}

/// Returns the heading of telephone and hours.
pub(in crate::content) fn contact(names: &Names) -> String {
    names
        .business
        .as_ref()
        .map_or_else(|| "Telephone and hours".to_owned(), |business| format!("How to reach {business}"))
}

/// Returns the first heading.
pub(in crate::content) fn first(intent: PageIntent, has_pack: bool, names: &Names) -> String {
    let service = capital(&names.service);
    let place = names.in_place();
    match intent {
        PageIntent::Cost if has_pack => {
            let verb = if is_plural(&names.service) { "cost" } else { "costs" };
            format!("What {} {verb}{place}", names.service)
        }
        PageIntent::Compare if has_pack => format!("{service}{place}: how to choose"),
        PageIntent::HowTo if has_pack => format!("{service}{place}, step by step"),
        PageIntent::Emergency if has_pack => format!("{service}{place}: what to do now"),
        _ => format!("{service}{place}"),
    }
}
