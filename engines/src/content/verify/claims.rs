//! Claims of trust, price, speed and rank.

use super::calculation::is_superlative;
use super::claim_uses::is_claim;
use super::claim_wider::WIDER;
use super::claim_words::{CLAIMS, OF_BUSINESS};
use super::denied::is_denied;
use super::evidence::{Evidence, Statement};
use super::numbers::is_same;
use super::quantity::Quantity;
use super::reading::{Reading, Word, relation};
use super::subject::is_customer;
use super::synonyms::{groups, is_weak};
use super::types::{Problem, ProblemKind};
use super::units::Unit;
use super::words::is_negator;
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

/// Groups of which a fact must have the same phrase: "the lowest bid" does not make a business "the best".
const EXACT: &[&str] = &["rank", "lasting", "experts", "trusted", "only"];
/// Share of a sentence in a general fact from which it repeats that fact.
const REPEATED: f64 = 0.4;
/// Phrases with which facts make a claim in other words.
const OTHERWISE: &[(&str, &[&str])] = &[
    (
        "free",
        &["costs nothing", "cost nothing", "no fee", "no fees", "no extra charge", "no additional cost", "not charged"],
    ),
    ("financing", &["monthly payments", "split over", "spread over", "split into", "in payments"]),
    ("vetted", &["background check", "background checks"]),
];
/// Phrases of the group `only` that limit a thing, and do not praise the business.
const LIMITED: &[&str] = &["nobody else", "no one else", "exclusively"];
/// Stems that say nothing about what is claimed.
const LIGHT: &[&str] = &[
    "offer", "provid", "includ", "come", "give", "work", "servic", "job", "compani", "busi", "need", "call", "custom",
    "time", "good", "extra", "addit", "carri", "hold", "get", "has", "have", "take", "make", "cover", "stand",
];
/// Returns the claims of a sentence that no fact makes, and the facts that make the others.
pub(super) fn check(
    reading: &Reading, evidence: &Evidence<'_>, nearest: &[(usize, f64)],
) -> (Vec<Problem>, Vec<String>) {
    let (mut problems, mut ids) = (Vec::new(), Vec::new());
    for (group, phrases) in CLAIMS {
        let Some((at, phrase)) = find(reading, phrases) else { continue };
        let claim = Claim { group, phrases, phrase, at };
        match support(reading, &claim, evidence, nearest) {
            Ok(id) => ids.push(id),
            // It makes no claim that a fact would have to make; whether it is true is a matter of wording.
            Err(_) if is_denied(reading, at, phrase) => problems.push(Problem {
                kind: ProblemKind::Uncovered,
                words: phrase.to_owned(),
                detail: format!("no fact denies or answers \"{phrase}\""),
                fact_id: None,
                said_by: Vec::new(),
                is_calculable: false,
            }),
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
                said_by: if kind == ProblemKind::Claim { sayers(reading, &claim, evidence) } else { Vec::new() },
                is_calculable: kind == ProblemKind::Claim && is_superlative(phrase),
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

/// A claim of a sentence.
struct Claim<'a> {
    group: &'a str,
    phrases: &'a [&'a str],
    phrase: &'a str,
    /// First word of the phrase.
    at: usize,
}

fn support(
    reading: &Reading, claim: &Claim<'_>, evidence: &Evidence<'_>, nearest: &[(usize, f64)],
) -> Result<String, ProblemKind> {
    let about = about(reading, claim, evidence);
    let is_of_business = OF_BUSINESS.contains(&claim.group);
    let needs_subject =
        !about.is_empty() && (BOUND.contains(&claim.group) || !reading.is_of_business && !is_of_business);
    let mut is_general = false;
    for (at, statement) in evidence.statements.iter().enumerate() {
        if !says(reading, claim, statement) || needs_subject && !is_about(&about, statement) {
            continue;
        }
        // General knowledge supports a claim only where the sentence repeats it.
        let is_repeated = || nearest.iter().any(|(near, share)| *near == at && *share >= REPEATED);
        let is_knowledge =
            !is_own(statement.fact.kind) && !statement.fact.is_owner_supplied && !statement.reading.is_of_business;
        if is_of_business && is_knowledge && (reading.is_of_business || is_slogan(reading) || !is_repeated()) {
            is_general = true;
            continue;
        }
        return Ok(statement.fact.id.clone());
    }
    Err(if is_general { ProblemKind::Attribution } else { ProblemKind::Claim })
}

/// Returns the words that say what is claimed: what is free, guaranteed, the best.
fn about<'a>(reading: &'a Reading, claim: &Claim<'_>, evidence: &Evidence<'_>) -> Vec<&'a Word> {
    let clause = if claim.group == "source" { 0..reading.words.len() } else { reading.clause_of(claim.at) };
    let is_phrase = |word: &Word| claim.phrases.iter().any(|phrase| phrase.split(' ').any(|part| part == word.text));
    let is_left = |word: &&Word| !is_phrase(word) && !evidence.is_shared(&word.stem);
    let words: Vec<&Word> = reading.contents(clause).filter(is_left).collect();
    let is_heavy = |word: &&Word| !LIGHT.contains(&word.stem.as_str());
    let specific: Vec<&Word> = words.iter().copied().filter(|word| word.is_specific()).filter(is_heavy).collect();
    if specific.is_empty() { words.into_iter().filter(is_heavy).collect() } else { specific }
}

/// Returns the ids of the facts with the claim, whatever they say it of. One from general knowledge says it of no business.
fn sayers(reading: &Reading, claim: &Claim<'_>, evidence: &Evidence<'_>) -> Vec<String> {
    let is_own = |statement: &&Statement<'_>| {
        !OF_BUSINESS.contains(&claim.group)
            || is_own(statement.fact.kind)
            || statement.fact.is_owner_supplied
            || statement.reading.is_of_business
            || !reading.is_of_business && !is_slogan(reading)
    };
    let says = |statement: &&Statement<'_>| says(reading, claim, statement) || says_widely(claim, statement);
    let found = evidence.statements.iter().filter(says).filter(is_own);
    found.map(|statement| statement.fact.id.clone()).collect()
}

fn says(reading: &Reading, claim: &Claim<'_>, statement: &Statement<'_>) -> bool {
    if says_otherwise(claim.group, &statement.reading) || is_extreme(reading, claim, statement) {
        return true;
    }
    // `To dealers and no one else` and `only to dealers` say the same.
    if LIMITED.contains(&claim.phrase) && statement.reading.has(&["only", "exclusively"]) {
        return true;
    }
    if EXACT.contains(&claim.group) {
        return statement.reading.find(claim.phrase).is_some();
    }
    find(&statement.reading, claim.phrases).is_some()
        || is_of_kind(claim.group, statement.fact.kind)
        || claim.group == "source" && cites(reading, &statement.fact.source)
}

/// True for a fact with words that may make the claim in another way: only a second reading can decide whether they do.
fn says_widely(claim: &Claim<'_>, statement: &Statement<'_>) -> bool {
    let fact = &statement.reading;
    let is_of = |of: &str| of == claim.group || of == claim.phrase;
    let mut phrases = WIDER.iter().filter(|(of, _)| is_of(of)).flat_map(|(_, phrases)| *phrases);
    let is_said = phrases.any(|phrase| fact.find(phrase).is_some());
    let is_negated = fact.words.iter().any(|word| is_negator(&word.text));
    let is_limited = claim.group == "only" && is_negated;
    // `We cannot promise that` guarantees nothing.
    let is_said = is_said && !(claim.phrase.starts_with("guarant") && is_negated);
    is_said || is_limited || claim.group == "experts" && find(fact, claim.phrases).is_some()
}

/// True for a fact that makes a claim in words that are no claim elsewhere: `costs nothing`, `$0`, `10% off`.
fn says_otherwise(group: &str, fact: &Reading) -> bool {
    let mut phrases = OTHERWISE.iter().filter(|(of, _)| *of == group).flat_map(|(_, phrases)| *phrases);
    let is_free = |one: &Quantity| group == "free" && one.unit == Unit::Money && one.value == 0.0;
    let is_off = |one: &Quantity| {
        let next = fact.words.get(one.end).is_some_and(|next| next.text == "off");
        group == "discount" && next && matches!(one.unit, Unit::Money | Unit::Percent)
    };
    phrases.any(|phrase| fact.find(phrase).is_some()) || fact.quantities.iter().any(|one| is_free(one) || is_off(one))
}

/// True for a fact with the figure of which a sentence says that it is the lowest or highest, if it is so among the figures of the
/// sentence, at least two: `Of $38 and $52, cedar has the lowest price`.
fn is_extreme(reading: &Reading, claim: &Claim<'_>, statement: &Statement<'_>) -> bool {
    let is_least = match claim.phrase {
        "lowest" | "cheapest" | "fastest" => true,
        "highest" | "largest" | "greatest" => false,
        _ => return false,
    };
    let figures = || reading.quantities.iter().filter(|one| matches!(one.unit, Unit::Money | Unit::Time));
    let Some(nearest) = figures().min_by_key(|one| one.at.abs_diff(claim.at)) else { return false };
    let mut others = figures().filter(|one| one.at != nearest.at);
    let is_beyond = |other: &Quantity| {
        let is_ordered = if is_least { nearest.value < other.value } else { nearest.value > other.value };
        other.unit == nearest.unit && other.per == nearest.per && is_ordered
    };
    figures().count() > 1
        && others.all(is_beyond)
        && statement.reading.quantities.iter().any(|one| is_same(nearest, one))
}

fn is_about(about: &[&Word], statement: &Statement<'_>) -> bool {
    let words = || statement.reading.words.iter().chain(&statement.subject).filter(|word| word.is_content());
    let is_group = |word: &Word, other: &Word| {
        !is_weak(&word.stem) && !is_customer(&word.stem) && groups(&word.stem) & groups(&other.stem) != 0
    };
    about.iter().any(|word| words().any(|other| relation(word, other) >= RELATED || is_group(word, other)))
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
