//! Whether each text stands alone: a composer picks statements one by one and puts them on pages in any order.

use super::Finding;
use crate::{Conditions, Pack, prose::words};

/// First words that point to a text before.
const OPENERS: &[&str] = &[
    "this",
    "that",
    "these",
    "those",
    "such",
    "also",
    "but",
    "and",
    "or",
    "so",
    "however",
    "therefore",
    "otherwise",
    "then",
    "next",
    "finally",
    "likewise",
    "similarly",
    "thus",
    "hence",
    "they",
    "he",
    "she",
];

/// Words that point to another text of a page.
const POINTERS: &[&str] = &[
    "as mentioned",
    "mentioned above",
    "described above",
    "listed above",
    "see above",
    "see below",
    "listed below",
    "as noted",
    "as described",
    "this page",
    "this guide",
    "this article",
    "this section",
    "this list",
    "the following steps",
    "the following list",
    "the following signs",
    "the following are",
    "the previous step",
    "the next step",
    "step one",
    "earlier in this",
    "later in this",
    "read on",
];

/// First person of a business or an editor.
const FIRST_PERSON: &[&str] = &["we", "We", "our", "Our", "ours", "us", "Us"];

/// States by name, longer names before the names that they contain.
const STATES: &[&str] = &[
    "Alabama",
    "Alaska",
    "Arizona",
    "Arkansas",
    "California",
    "Colorado",
    "Connecticut",
    "Delaware",
    "Florida",
    "Georgia",
    "Hawaii",
    "Idaho",
    "Illinois",
    "Indiana",
    "Iowa",
    "Kansas",
    "Kentucky",
    "Louisiana",
    "Maine",
    "Maryland",
    "Massachusetts",
    "Michigan",
    "Minnesota",
    "Mississippi",
    "Missouri",
    "Montana",
    "Nebraska",
    "Nevada",
    "New Hampshire",
    "New Jersey",
    "New Mexico",
    "New York",
    "North Carolina",
    "North Dakota",
    "Ohio",
    "Oklahoma",
    "Oregon",
    "Pennsylvania",
    "Rhode Island",
    "South Carolina",
    "South Dakota",
    "Tennessee",
    "Texas",
    "Utah",
    "Vermont",
    "Virginia",
    "Washington",
    "Wisconsin",
    "Wyoming",
];

pub(super) fn check(pack: &Pack) -> Vec<Finding> {
    let statements = pack.statements.iter().map(|one| (&one.id, &one.text, &one.conditions, one.sources.is_empty()));
    let answers = pack.questions.iter().map(|one| (&one.id, &one.answer, &one.conditions, one.sources.is_empty()));
    let texts = statements.chain(answers);
    texts.flat_map(|(id, text, conditions, is_uncited)| of_text(id, text, conditions, is_uncited)).collect()
}

fn of_text(id: &str, text: &str, conditions: &Conditions, is_uncited: bool) -> Vec<Finding> {
    let lower = text.to_lowercase();
    let mut found = Vec::new();
    if let Some(opener) = words(&lower).next().filter(|first| OPENERS.contains(first)) {
        found.push(Finding::error(id, format!("starts with \"{opener}\"; it must stand alone, so name the thing")));
    }
    for pointer in POINTERS.iter().filter(|pointer| super::language::has_phrase(&lower, pointer)) {
        found.push(Finding::error(id, format!("says \"{pointer}\"; the page may not contain what it points to")));
    }
    if let Some(word) = words(text).find(|word| FIRST_PERSON.contains(word)) {
        found.push(Finding::error(id, format!("says \"{word}\"; an editor has no first person")));
    }
    let state = STATES.iter().find(|state| super::language::has_phrase(text, state));
    if let Some(state) = state.filter(|_| conditions.states.is_empty() && is_uncited) {
        found.push(Finding::error(id, format!("names {state}; set `state` in its tags, or cite a source")));
    }
    found
}
