//! Sections of a page, in order.

use super::super::input::{Fact, FactKind};
use super::grammar::{Names, capital, choice};

/// A section and the kinds of facts that fill it.
#[derive(Debug)]
pub(in crate::content) struct Section {
    pub(in crate::content) kinds: &'static [FactKind],
    headings: &'static [&'static str],
}

/// The sections in order.
pub(in crate::content) static SECTIONS: [Section; 8] = [
    Section { kinds: &[FactKind::Statement], headings: &["About {service}{in place}", "What to know about {service}"] },
    Section { kinds: &[FactKind::Price], headings: &["What it costs", "Prices"] },
    Section {
        kinds: &[FactKind::Duration, FactKind::Hours, FactKind::Phone],
        headings: &["When we come", "Times and contact"],
    },
    Section { kinds: &[FactKind::Process], headings: &["How the work goes", "Step by step"] },
    Section {
        kinds: &[FactKind::Permit, FactKind::Climate],
        headings: &["What is different{in place}", "Rules and weather{in place}"],
    },
    Section { kinds: &[FactKind::Neighbourhood], headings: &["Where we work", "The area"] },
    Section {
        kinds: &[
            FactKind::Licence,
            FactKind::Insurance,
            FactKind::Experience,
            FactKind::Award,
            FactKind::Rating,
            FactKind::Guarantee,
        ],
        headings: &["Who does the work", "About the company"],
    },
    Section { kinds: &[FactKind::Question], headings: &["Questions people ask", "Questions and answers"] },
];

pub(super) fn heading(section: &Section, names: &Names, facts: &[&Fact], seed: u64) -> String {
    let first = facts.first().map(|fact| fact.id.as_str()).unwrap_or_default();
    let wording = section.headings[choice(seed, first, section.headings.len())];
    capital(&wording.replace("{service}", &names.service).replace("{in place}", &names.in_place()))
}

impl Section {
    /// Heading in an outline.
    pub(in crate::content) fn name(&self) -> &'static str {
        self.headings.last().map_or("", |heading| heading.split(" about {").next().unwrap_or(heading))
    }
}
