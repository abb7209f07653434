//! Claims and promises.

use super::{
    Finding,
    language::{has_phrase, texts},
    wording::without,
};
use crate::{
    Pack,
    prose::{sentences, words},
};

/// Promises and superlatives that no editor can keep.
const PROMISES: &[&str] = &[
    "always works",
    "never fails",
    "risk-free",
    "100 percent",
    "100%",
    "the best in",
    "the best possible",
    "best results",
    "number one",
    "#1",
    "cheapest in",
    "fastest in",
    "lowest price",
    "lowest prices",
    "award-winning",
    "miracle",
    "instantly",
    "permanently fix",
    "call us",
];

/// Promises that a text may name in order to deny or question them.
const DENIABLE: &[&str] = &["guarantee", "guaranteed", "guarantees", "no risk"];

/// Words of a sentence that denies or questions a promise.
const DENIALS: &[&str] = &[
    "no", "not", "nobody", "none", "never", "cannot", "ask", "whether", "avoid", "doubt", "wary", "prohibit", "forbid",
];

/// What a pack of a regulated trade must not say.
const REGULATED: &[&str] = &[
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
    "experts",
    "specialist",
    "specialists",
    "specializes in",
];

/// Fixed terms of law and medicine that contain the same words.
const TERMS: &[&str] = &[
    "expert witness",
    "expert testimony",
    "expert report",
    "expert opinion",
    "medical expert",
    "board-certified specialist",
    "certified specialist",
    "certification as a specialist",
    "recognized specialist",
    "not painless",
    "cure period",
    "cure the default",
];

const EARLIEST: u16 = 1970;

/// Minimum number of sources of a pack, and of a regulated trade.
const LEAST_SOURCES: (usize, usize) = (2, 3);

pub(super) fn check(pack: &Pack) -> Vec<Finding> {
    let mut found = Vec::new();
    for (at, text) in texts(pack) {
        for phrase in promises(&text.to_lowercase(), pack.review.is_some()) {
            found.push(Finding::error(at, format!("says \"{phrase}\", which nobody can promise for a business")));
        }
    }
    let least = if pack.review.is_some() { LEAST_SOURCES.1 } else { LEAST_SOURCES.0 };
    if pack.sources.len() < least {
        let problem = format!("has {} sources, at least {least} are needed", pack.sources.len());
        found.push(Finding::error("sources", problem));
    }
    found.extend(uncited(pack));
    found.extend(sources(pack));
    found
}

fn promises(lower: &str, is_regulated: bool) -> Vec<&'static str> {
    let mut found: Vec<&str> = PROMISES.iter().copied().filter(|phrase| has_phrase(lower, phrase)).collect();
    for sentence in sentences(lower) {
        let is_denied = words(sentence).any(|word| DENIALS.contains(&word) || word.ends_with("n't"));
        found.extend(DENIABLE.iter().filter(|phrase| !is_denied && has_phrase(sentence, phrase)));
    }
    if is_regulated {
        let rest = without(lower, TERMS);
        found.extend(REGULATED.iter().filter(|phrase| has_phrase(&rest, phrase)));
    }
    found
}

/// Words that make a number a claim, even when the number is spelled out.
const UNITS: &[&str] = &["percent", "dollars", "cents", "million", "billion"];

/// Statements with a figure that name no source.
fn uncited(pack: &Pack) -> impl Iterator<Item = Finding> {
    let statements = pack.statements.iter().map(|one| (&one.id, &one.text, &one.sources));
    let answers = pack.questions.iter().map(|one| (&one.id, &one.answer, &one.sources));
    let has_figure = |text: &str| {
        text.contains(|c: char| c.is_ascii_digit())
            || words(text).any(|word| UNITS.contains(&word.to_lowercase().as_str()))
    };
    let uncited = statements.chain(answers).filter(move |(_, text, sources)| sources.is_empty() && has_figure(text));
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
        let excluded = pack.excluded.iter().any(|one| one.source == *id);
        let mut cited = statements.chain(pack.questions.iter().map(|one| &one.sources)).flatten();
        if !excluded && !cited.any(|cited| cited == id) {
            found.push(Finding::warning(id, "no statement cites this source"));
        }
    }
    found
}
