//! Names of people, places, businesses and organisations.

use super::calculation::may_name;
use super::evidence::Evidence;
use super::reading::{Reading, Word};
use super::types::{Problem, ProblemKind};
use super::words::is_common_capital;
use crate::gazetteer::is_place;
use crate::semantic::is_listed;
use crate::text::is_stopword;

/// Share of capitals from which a sentence is a heading in title case.
const TITLE_CASE: f64 = 0.6;

/// Words that end the names of businesses, as folded words.
const BUSINESSES: &[&str] = &[
    "roofing",
    "plumbing",
    "heating",
    "cooling",
    "electric",
    "electrical",
    "restoration",
    "landscaping",
    "company",
    "services",
    "service",
    "brothers",
    "bros",
    "partners",
    "llc",
    "inc",
    "group",
    "sons",
    "associates",
    "solutions",
    "pros",
    "construction",
    "builders",
    "cleaning",
];

/// Returns the names of a sentence that no fact has. A text without an end mark may be a heading in title case.
pub(super) fn check(reading: &Reading, evidence: &Evidence<'_>, has_end: bool) -> Vec<Problem> {
    if !has_end && is_title(reading) {
        return places(reading, evidence);
    }
    let mut problems: Vec<Problem> = Vec::new();
    let mut before: Option<&Word> = None;
    for (at, word) in reading.words.iter().enumerate() {
        let is_name = is_name(word, reading.words.get(at + 1), evidence);
        let base = base(word);
        if is_name && !evidence.is_name(&base) {
            let own = problem(word, "no fact has this name");
            problems.push(Problem { said_by: commons(word, evidence), is_calculable: may_name(reading, at), ..own });
        } else if let Some(last) = before.filter(|_| is_name && !word.is_after_mark) {
            let last = self::base(last);
            let is_joined = evidence.is_pair(&last, &base) || crate::gazetteer::state_code(&base).is_some();
            if !is_joined {
                problems.push(problem(word, "no fact has the two names together"));
            }
        }
        before = is_name.then_some(word);
    }
    problems
}

/// Returns the folded word without the mark of possession.
pub(super) fn base(word: &Word) -> String {
    let written = word.written.to_lowercase();
    written.strip_suffix("'s").map_or_else(|| word.text.clone(), crate::text::fold)
}

/// Returns the ids of the facts with the word in another form, if it is a word of English: `Houston County` and `counties`.
fn commons(word: &Word, evidence: &Evidence<'_>) -> Vec<String> {
    let statements = evidence.statements.iter().filter(|_| is_listed(&word.text) && !is_place(&word.text));
    let has = |words: &[Word]| words.iter().any(|other| other.stem == word.stem && !other.is_capital);
    statements.filter(|one| has(&one.reading.words)).map(|one| one.fact.id.clone()).collect()
}

fn problem(word: &Word, detail: &str) -> Problem {
    Problem {
        kind: ProblemKind::Name,
        words: word.written.clone(),
        detail: detail.to_owned(),
        fact_id: None,
        said_by: Vec::new(),
        is_calculable: false,
    }
}

/// The first word of a sentence has a capital anyway: it is a name if it is a place, no word of English, or before a word of
/// business: `Smith Roofing`.
fn is_name(word: &Word, next: Option<&Word>, evidence: &Evidence<'_>) -> bool {
    if !word.is_capital || word.figure.is_some() || word.text.chars().nth(1).is_none() || is_common_capital(&word.text)
    {
        return false;
    }
    let is_followed = || next.is_some_and(|next| next.is_capital && !next.is_after_mark && next.figure.is_none());
    let is_acronym = word.written.chars().filter(|c| c.is_uppercase()).count() > 1;
    if !word.is_first {
        return !is_stopword(&word.text);
    }
    let is_business =
        next.is_some_and(|next| BUSINESSES.contains(&next.text.as_str()) || evidence.is_of_trade(&next.stem));
    // A name that is also a word of English counts before another name: `Maria Sandoval`.
    let is_known =
        is_followed() && evidence.is_name(&base(word)) && next.is_some_and(|next| evidence.is_name(&base(next)));
    let is_foreign = !is_listed(&word.text) || is_business || is_known;
    is_acronym || is_place(&word.text) || !is_stopword(&word.text) && is_foreign && is_followed()
}

fn is_title(reading: &Reading) -> bool {
    let words = || reading.words.iter().filter(|word| word.is_content());
    let capitals = words().filter(|word| word.is_capital).count();
    words().count() > 2 && capitals as f64 >= TITLE_CASE * words().count() as f64
}

/// Returns the places of the gazetteer that no fact has; in title case only they count.
pub(super) fn places(reading: &Reading, evidence: &Evidence<'_>) -> Vec<Problem> {
    let words =
        reading.words.iter().filter(|word| word.is_capital && is_place(&word.text) && !evidence.is_name(&word.text));
    words.filter(|word| !evidence.is_shared(&word.stem)).map(|word| problem(word, "no fact has this place")).collect()
}
