//! Claims of trust, price, speed and rank.

use super::claim_words::{CLAIMS, OF_BUSINESS};
use super::evidence::Evidence;
use super::numbers::is_promise;
use super::reading::{Reading, Word, relation};
use super::types::{Problem, ProblemKind};
use crate::content::input::FactKind;

/// Relation from which a word of a claim counts as that of a fact.
const RELATED: f64 = 0.5;
/// Claims that need the same subject in the fact.
const BOUND: &[&str] = &[
    "free",
    "discount",
    "guarantee",
    "lasting",
    "rank",
    "same day",
    "next day",
    "fast response",
    "source",
    "only",
    "trusted",
];

/// Returns the claims of a sentence that no fact makes, and the facts that make the others.
pub(super) fn check(reading: &Reading, evidence: &Evidence<'_>) -> (Vec<Problem>, Vec<String>) {
    let (mut problems, mut ids) = (Vec::new(), Vec::new());
    for (group, phrases) in CLAIMS {
        let Some((at, phrase)) = find(reading, phrases) else { continue };
        match support(reading, group, phrases, at, evidence) {
            Ok(id) => ids.push(id),
            Err(kind) => problems.push(Problem {
                kind,
                words: phrase.to_owned(),
                detail: match kind {
                    ProblemKind::Attribution => {
                        format!("a general fact says \"{phrase}\", and nothing says it of the business")
                    }
                    _ => format!("no fact says \"{phrase}\" of this"),
                },
                fact_id: None,
            }),
        }
    }
    (problems, ids)
}

/// Returns the first phrase that is meant as a claim.
fn find<'a>(reading: &Reading, phrases: &[&'a str]) -> Option<(usize, &'a str)> {
    phrases
        .iter()
        .find_map(|phrase| reading.find(phrase).filter(|at| is_claim(reading, phrase, *at)).map(|at| (at, *phrase)))
}

/// Leaves out other uses of a word: `free of rot`, `feel free`, `on top of`, `since it rained`.
fn is_claim(reading: &Reading, phrase: &str, at: usize) -> bool {
    let text = |at: Option<usize>| at.and_then(|at| reading.words.get(at)).map_or("", |word| word.text.as_str());
    let (before, after) = (text(at.checked_sub(1)), text(Some(at + 1)));
    match phrase {
        "free" => {
            !(after == "of" && text(Some(at + 2)) != "charge")
                && after != "from"
                && !matches!(before, "feel" | "toll" | "stress" | "smoke" | "lead" | "rust")
        }
        "top" => {
            !matches!(before, "the" | "on" | "at" | "from" | "over" | "to" | "a" | "its" | "of")
                && !matches!(after, "of" | "and" | "edge" | "layer" | "coat")
        }
        "since" => reading.words.get(at + 1).is_some_and(|word| word.figure.is_some()),
        "best" => !matches!(before, "at" | "do" | "works" | "work"),
        "bond" | "master" | "finance" | "star" | "stars" | "report" | "reports" | "veteran" | "proven" | "perfect"
        | "promotion" => {
            reading.is_of_business || !matches!(phrase, "bond" | "finance" | "report" | "reports" | "perfect")
        }
        "exclusive" | "recommended" | "preferred" | "respected" => reading.is_of_business || before == "most",
        _ => true,
    }
}

fn support(
    reading: &Reading, group: &str, phrases: &[&str], at: usize, evidence: &Evidence<'_>,
) -> Result<String, ProblemKind> {
    let clause = if group == "source" { 0..reading.words.len() } else { reading.clause_of(at) };
    let is_phrase = |word: &Word| phrases.iter().any(|phrase| phrase.split(' ').any(|part| part == word.text));
    let about: Vec<&Word> = reading
        .contents(clause)
        .filter(|word| word.is_specific() && !is_phrase(word) && !evidence.is_shared(&word.stem))
        .collect();
    let needs_subject = BOUND.contains(&group) && !about.is_empty()
        || !reading.is_of_business && !about.is_empty() && !OF_BUSINESS.contains(&group);
    let mut is_general = false;
    for statement in &evidence.statements {
        let says = find(&statement.reading, phrases).is_some()
            || is_of_kind(group, statement.fact.kind)
            || group == "source" && cites(reading, &statement.fact.source);
        let is_about = || {
            let words = || statement.reading.words.iter().chain(&statement.subject).filter(|word| word.is_specific());
            about.iter().any(|word| words().any(|other| relation(word, other) >= RELATED))
        };
        if !says || needs_subject && !is_about() {
            continue;
        }
        if OF_BUSINESS.contains(&group)
            && (is_promise(reading, statement) || is_slogan(reading) && !is_own(statement.fact.kind))
        {
            is_general = true;
            continue;
        }
        return Ok(statement.fact.id.clone());
    }
    Err(if is_general { ProblemKind::Attribution } else { ProblemKind::Claim })
}

/// True for short lines without a subject: `Licensed and insured.`
fn is_slogan(reading: &Reading) -> bool {
    reading.words.len() <= 5
}

/// True for kinds of facts that only a business has.
fn is_own(kind: FactKind) -> bool {
    !matches!(kind, FactKind::Statement | FactKind::Question | FactKind::Permit | FactKind::Climate)
}

fn is_of_kind(group: &str, kind: FactKind) -> bool {
    matches!(
        (group, kind),
        ("licensed", FactKind::Licence)
            | ("insured", FactKind::Insurance)
            | ("guarantee", FactKind::Guarantee)
            | ("award", FactKind::Award)
            | ("rating", FactKind::Rating)
            | ("experience", FactKind::Experience)
    )
}

/// True if the sentence names the source of a fact.
fn cites(reading: &Reading, source: &str) -> bool {
    let source = crate::text::fold(source);
    let mut names = reading.words.iter().filter(|word| word.is_capital && !word.is_first && word.text.len() > 2);
    names.any(|word| crate::text::words(&source).any(|part| part == word.text))
}
