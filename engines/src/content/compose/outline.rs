//! Sections of a fact sheet, for outlines.

use super::super::input::FactKind;

/// A section and the kinds of facts that fill it.
#[derive(Debug)]
pub(in crate::content) struct OutlinePart {
    pub(in crate::content) kinds: &'static [FactKind],
    pub(in crate::content) heading: &'static str,
}

/// The sections in order.
pub(in crate::content) static SECTIONS: [OutlinePart; 8] = [
    OutlinePart { kinds: &[FactKind::Statement], heading: "What to know" },
    OutlinePart { kinds: &[FactKind::Price], heading: "Prices" },
    OutlinePart { kinds: &[FactKind::Duration, FactKind::Hours, FactKind::Phone], heading: "Times and contact" },
    OutlinePart { kinds: &[FactKind::Process], heading: "Step by step" },
    OutlinePart { kinds: &[FactKind::Permit, FactKind::Climate], heading: "Rules and weather" },
    OutlinePart { kinds: &[FactKind::Neighbourhood], heading: "The area" },
    OutlinePart {
        kinds: &[
            FactKind::Licence,
            FactKind::Insurance,
            FactKind::Experience,
            FactKind::Award,
            FactKind::Rating,
            FactKind::Guarantee,
        ],
        heading: "About the company",
    },
    OutlinePart { kinds: &[FactKind::Question], heading: "Questions and answers" },
];
