//! What the reader of a page wants.

use super::super::super::input::PageIntent;
use crate::keyword::Intent;
use crate::text::{fold, words};

const EMERGENCY: &[&str] = &[
    "emergency",
    "urgent",
    "now",
    "tonight",
    "24",
    "immediately",
    "burst",
    "flooded",
    "leaking",
    "locked",
    "stuck",
    "asap",
    "overflowing",
    "broke",
    "dead",
];
const COST: &[&str] = &[
    "cost",
    "costs",
    "price",
    "prices",
    "pricing",
    "cheap",
    "affordable",
    "rate",
    "rates",
    "fee",
    "fees",
    "quote",
    "quotes",
    "estimate",
    "estimates",
    "expensive",
    "charge",
    "charges",
];
const COMPARE: &[&str] = &[
    "best",
    "top",
    "vs",
    "versus",
    "compare",
    "comparison",
    "reviews",
    "choose",
    "choosing",
    "which",
    "hire",
    "hiring",
];
const HOW_TO: &[&str] = &["how", "diy", "steps", "guide", "yourself", "process", "signs", "what", "why", "when"];

/// Derives the intent of a page from its query and the search intent.
pub(in crate::content) fn derive(query: &str, search: Option<Intent>) -> PageIntent {
    let folded = fold(query);
    let has = |list: &[&str]| words(&folded).any(|word| list.contains(&word));
    if has(COST) || folded.contains("how much") {
        return PageIntent::Cost;
    }
    if has(EMERGENCY) {
        return PageIntent::Emergency;
    }
    if has(COMPARE) {
        return PageIntent::Compare;
    }
    if has(HOW_TO) {
        return PageIntent::HowTo;
    }
    match search {
        Some(Intent::Informational) => PageIntent::HowTo,
        Some(Intent::Commercial) => PageIntent::Compare,
        Some(Intent::Transactional | Intent::Navigational | Intent::Local) | None => PageIntent::Local,
    }
}

/// Returns the words of a query that do not state its intent: `roof repair` of `best roof repair cost`.
pub(in crate::content) fn without_intent(query: &str) -> String {
    let folded = fold(query);
    let is_of_intent = |word: &str| [EMERGENCY, COST, COMPARE, HOW_TO].iter().any(|list| list.contains(&word));
    words(&folded).filter(|word| !is_of_intent(word)).collect::<Vec<_>>().join(" ")
}

/// Returns the intent of the editorial library.
pub(in crate::content) const fn editorial(intent: PageIntent) -> editorial::Intent {
    match intent {
        PageIntent::Emergency => editorial::Intent::Emergency,
        PageIntent::Cost => editorial::Intent::Cost,
        PageIntent::Compare => editorial::Intent::Compare,
        PageIntent::HowTo => editorial::Intent::HowTo,
        PageIntent::Local => editorial::Intent::Local,
    }
}

/// Returns the search intent of readers with this intent.
pub(in crate::content) const fn search_intent(intent: PageIntent) -> Intent {
    match intent {
        PageIntent::Emergency | PageIntent::Local => Intent::Local,
        PageIntent::Cost | PageIntent::Compare => Intent::Commercial,
        PageIntent::HowTo => Intent::Informational,
    }
}
