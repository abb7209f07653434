//! Claims and promises.

use super::{Finding, language::has_phrase, language::texts};
use crate::Pack;

/// Promises and superlatives that no editor can keep.
const PROMISES: [&str; 22] = [
    "guarantee",
    "guaranteed",
    "guarantees",
    "always works",
    "never fails",
    "risk-free",
    "no risk",
    "100 percent",
    "100%",
    "the best",
    "number one",
    "#1",
    "cheapest",
    "fastest",
    "lowest price",
    "award-winning",
    "miracle",
    "instantly",
    "permanently fix",
    "we ",
    "our team",
    "call us",
];

/// What a pack of a regulated trade must not say.
const REGULATED: [&str; 20] = [
    "cure",
    "cures",
    "heal you",
    "will win",
    "you will get",
    "you will receive",
    "you are entitled to",
    "you should sue",
    "you should plead",
    "diagnose yourself",
    "stop taking",
    "you qualify",
    "you will qualify",
    "safe for everyone",
    "painless",
    "no side effects",
    "erase your debt",
    "avoid jail",
    "expert",
    "specialist",
];

const EARLIEST: u16 = 1970;

pub(super) fn check(pack: &Pack) -> Vec<Finding> {
    let mut found = Vec::new();
    for (at, text) in texts(pack) {
        let lower = text.to_lowercase();
        let regulated = if pack.review.is_some() { REGULATED.as_slice() } else { &[] };
        for phrase in PROMISES.iter().chain(regulated).filter(|phrase| has_phrase(&lower, phrase.trim())) {
            found.push(Finding::error(
                at,
                format!("says \"{}\", which nobody can promise for a business", phrase.trim()),
            ));
        }
    }
    found.extend(uncited(pack));
    found.extend(sources(pack));
    found
}

/// Statements with a figure that name no source.
fn uncited(pack: &Pack) -> impl Iterator<Item = Finding> {
    let statements = pack.statements.iter().map(|one| (&one.id, &one.text, &one.sources));
    let answers = pack.questions.iter().map(|one| (&one.id, &one.answer, &one.sources));
    let is_uncited = |text: &str, sources: &[String]| sources.is_empty() && text.contains(|c: char| c.is_ascii_digit());
    let uncited = statements.chain(answers).filter(move |(_, text, sources)| is_uncited(text, sources));
    uncited.map(|(id, ..)| Finding::error(id, "has a figure without a source; cite one, or say it without the figure"))
}

fn sources(pack: &Pack) -> Vec<Finding> {
    let mut found = Vec::new();
    for (id, source) in &pack.sources {
        if !source.url.starts_with("https://") || source.title.is_empty() || source.publisher.is_empty() {
            found.push(Finding::error(id, "a source has a title, a publisher and an address with https"));
        }
        if source.year < EARLIEST {
            found.push(Finding::error(id, "the year of the source is too early"));
        }
        let statements = pack.statements.iter().map(|one| &one.sources);
        if !statements.chain(pack.questions.iter().map(|one| &one.sources)).flatten().any(|cited| cited == id) {
            found.push(Finding::warning(id, "no statement cites this source"));
        }
    }
    found
}
