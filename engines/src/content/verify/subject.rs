//! Who does it: what a fact says of insurers is not said of the business.

use std::ops::Range;

use super::evidence::{Evidence, Statement};
use super::reading::{Reading, Word};
use super::synonyms::groups;
use super::terms::Term;
use super::types::{Problem, ProblemKind};
use crate::content::input::FactKind;
use crate::gazetteer::is_place;

/// Stems of those who act for a business, and of words that stand for any of them.
const STAFF: &[&str] = &[
    "crew",
    "technician",
    "team",
    "worker",
    "staff",
    "offic",
    "compani",
    "busi",
    "contractor",
    "firm",
    "shop",
    "we",
    "our",
    "us",
    "employe",
    "foreman",
    "owner",
    "specialist",
    "expert",
    "mover",
    "sweep",
    "instal",
    "inspector",
    "mechan",
    "electrician",
    "plumber",
    "roofer",
    "driver",
    "tuner",
    "locksmith",
    "climber",
    "dentist",
    "doctor",
    "prepar",
    "lawyer",
    "attorney",
    "account",
    "clinic",
    "practic",
    "studio",
    "store",
    "cleaner",
    "painter",
    "pro",
    "he",
    "she",
    "they",
    "groomer",
    "gardener",
    "landscap",
    "carpent",
    "engin",
    "therapist",
    "stylist",
    "agent",
];
/// Words before a participle.
const BEING: &[&str] = &["is", "are", "was", "were", "be", "been", "being", "gets", "get"];

/// Words from a form of `be` to its participle, with both.
const PASSIVE: usize = 3;
/// Words between `with` and what it names.
const MEANS_REACH: usize = 3;

/// Stems of words for people who do not act for the business.
const CUSTOMERS: &[&str] = &[
    "owner",
    "homeown",
    "custom",
    "client",
    "patient",
    "buyer",
    "seller",
    "tenant",
    "renter",
    "user",
    "resid",
    "student",
    "neighbor",
    "insur",
    "adjust",
    "lender",
    "manufactur",
    "dealer",
    "agent",
    "defend",
    "writer",
    "reader",
    "member",
    "passeng",
    "rider",
];

/// True for words before a participle: `is`, `are`.
pub(super) fn is_being(word: &str) -> bool {
    BEING.contains(&word)
}

/// True for those whom a business serves, as a stem.
pub(super) fn is_customer(stem: &str) -> bool {
    CUSTOMERS.contains(&stem)
}

/// True for those who act for a business, as a stem.
pub(super) fn is_staff(stem: &str) -> bool {
    STAFF.contains(&stem)
}

/// True if the sentence speaks of the business and the fact of the trade. What a fact says of a place that the sentence names too promises
/// nothing: `Acme is in Lubbock, a city of 257,141 people`.
pub(super) fn is_promise(reading: &Reading, statement: &Statement<'_>) -> bool {
    let is_general =
        matches!(statement.fact.kind, FactKind::Statement | FactKind::Question | FactKind::Permit | FactKind::Climate);
    let place = statement.reading.words.first().filter(|word| word.is_capital && is_place(&word.text));
    let is_name = |word: &Word, place: &Word| word.text == place.text && word.is_capital && !word.is_first;
    let is_of_place = place.is_some_and(|place| reading.words.iter().any(|word| is_name(word, place)));
    reading.is_of_business
        && is_general
        && !is_of_place
        && !statement.reading.is_of_business
        && !statement.fact.is_owner_supplied
}

/// Finds a business or place that does what a fact says of another: `Acme Plumbing pays for the damage`. `clauses` are those that
/// the fact says.
pub(super) fn check(
    reading: &Reading, terms: &[Term], clauses: &[Range<usize>], statements: &[Statement<'_>], evidence: &Evidence<'_>,
) -> Option<Problem> {
    let statement = statements.first()?;
    let is_general =
        matches!(statement.fact.kind, FactKind::Statement | FactKind::Question | FactKind::Permit | FactKind::Climate);
    let mut clauses = clauses.iter().filter(|_| is_general);
    let found = clauses.find_map(|clause| actor(reading, terms, clause, statements, evidence))?;
    let own = statements.iter().filter(|one| one.fact.is_owner_supplied || one.reading.is_of_business);
    Some(Problem {
        kind: ProblemKind::Attribution,
        words: found.iter().map(|word| word.written.as_str()).collect::<Vec<_>>().join(" "),
        detail: format!("the closest fact says it of another: \"{}\"", statement.fact.value),
        fact_id: Some(statement.fact.id.clone()),
        // What the business says of itself, it may say with another subject: `The pool is kept warm` and `We keep the pool warm`.
        said_by: own.map(|one| one.fact.id.clone()).collect(),
        is_calculable: false,
    })
}

/// Returns the business or place that a clause begins with, if the fact does not say the clause of it.
fn actor<'r>(
    reading: &'r Reading, terms: &[Term], clause: &Range<usize>, statements: &[Statement<'_>], evidence: &Evidence<'_>,
) -> Option<&'r [Word]> {
    let is_light = |at: &usize| matches!(reading.words[*at].text.as_str(), "the" | "and" | "but");
    let start = clause.clone().find(|at| !is_light(at))?;
    let words = &reading.words[start..clause.end];
    let length = evidence.name_length(words).max(usize::from(words.first().is_some_and(|word| word.text == "we")));
    let (name, rest) = words.split_at(length.min(words.len()));
    let says = |word: &Word| statements.iter().any(|one| one.reading.words.iter().any(|other| other.text == word.text));
    let last = name.last().filter(|_| !name.iter().all(says))?;
    if last.written.contains(['\'', '\u{2019}']) || rest.is_empty() {
        return None;
    }
    let is_own = |at: usize| terms[at].is_content && !evidence.is_shared(&terms[at].stem);
    let is_empty = !clause.clone().any(is_own);
    // The detail of a permit says what it is for.
    let count = if statements.iter().any(|one| one.fact.kind == FactKind::Permit) { 1 } else { statements.len() };
    let is_other = |statement: &Statement<'_>| is_of_other(rest, statement, evidence);
    (is_empty || statements.iter().take(count).all(is_other)).then_some(name)
}

/// True if a statement says of another what follows the name, and names no one who acts for the business.
fn is_of_other(rest: &[Word], statement: &Statement<'_>, evidence: &Evidence<'_>) -> bool {
    let reading = &statement.reading;
    let is_own = statement.fact.is_owner_supplied && !reading.has(&["by"]);
    // What the owner says in the passive without saying by whom, the business may do.
    let is_done = |run: &[Word]| is_being(&run[0].text) && run[1..].iter().any(|word| word.text.ends_with("ed"));
    if is_own && (reading.words.windows(PASSIVE).any(is_done) || reading.words.windows(2).any(is_done)) {
        return false;
    }
    let shares = |clause: &&Range<usize>| {
        let mut words = reading.contents((*clause).clone()).filter(|word| !evidence.is_shared(&word.stem));
        words.any(|word| {
            rest.iter()
                .any(|own| own.is_content() && (own.stem == word.stem || groups(&own.stem) & groups(&word.stem) != 0))
        })
    };
    let mut clauses = reading.clauses.iter().filter(shares).peekable();
    if clauses.peek().is_none() {
        return is_of_other_in(rest, &reading.words, evidence);
    }
    clauses.all(|clause| is_of_other_in(rest, &reading.words[clause.clone()], evidence))
}

fn is_of_other_in(rest: &[Word], words: &[Word], evidence: &Evidence<'_>) -> bool {
    let Some(first) = words.iter().position(|word| word.is_content() && !evidence.is_shared(&word.stem)) else {
        return false;
    };
    let head: Vec<&Word> = words[first..].iter().take_while(|word| word.is_content()).take(3).collect();
    if words[..first].iter().chain(head.iter().copied()).any(|word| evidence.is_staff(&word.stem)) {
        return false;
    }
    // The business acts with what a fact names first: `Rekeying changes`, `lifts grease with hot water`.
    let is_means = |at: usize| {
        let near = &rest[at.saturating_sub(MEANS_REACH)..at];
        near.iter().any(|word| matches!(word.text.as_str(), "with" | "by" | "using" | "uses" | "use"))
    };
    let is_head = |word: &Word| head.first().is_some_and(|first| first.stem == word.stem);
    if words.first().is_some_and(|word| word.text.ends_with("ing"))
        || rest.iter().enumerate().any(|(at, word)| is_head(word) && is_means(at))
    {
        return false;
    }
    // It may also do what the fact puts in the passive, `is not expected` too.
    let verb = rest.iter().find(|word| word.is_content());
    let is_same =
        |word: &Word| verb.is_some_and(|verb| verb.stem == word.stem || groups(&verb.stem) & groups(&word.stem) != 0);
    let is_passive = |run: &[Word]| is_being(&run[0].text) && run[1..].iter().any(is_same);
    !words.windows(PASSIVE).any(is_passive) && !words.windows(2).any(is_passive)
}
