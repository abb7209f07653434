//! Negations, opposites and quantifiers.

use std::ops::Range;

use super::advice::is_advice;
use super::compare::Agreement;
use super::derived::{shared, specific};
use super::evidence::{Evidence, Statement};
use super::reading::{Reading, Word, relation};
use super::roles::is_reordered;
use super::types::{Problem, ProblemKind};
use super::units::number_word;
use super::words::{are_opposites, is_absolute, is_hedge, is_negator};
use crate::content::input::FactKind;

/// Share of a clause that must be in a clause of the fact for the two to be compared.
const ALIGNED: f64 = 0.5;
/// The same for a whole sentence and a whole fact.
const WHOLE: f64 = 0.6;
/// Relation from which two words say the same.
const SAME: f64 = 0.8;
/// Shared words below which clauses are not compared.
const FEWEST: usize = 2;

/// Words after which `no` sets a price or a limit: `at no extra charge`, `no later than`.
const LIMITS: &[&str] =
    &["extra", "charge", "cost", "additional", "fee", "fees", "fewer", "later", "more", "less", "sooner"];

/// Words that say `must` in another way.
const DUTIES: &[&str] =
    &["need", "needs", "needed", "require", "requires", "required", "necessary", "cannot", "mandatory"];

/// Stems of verbs that say that something does not happen, or need not be.
const IMPLIED: &[&str] = &["avoid", "prevent", "waiv", "lose"];

/// Words between `too heavy` and `to`.
const EXCESS: usize = 4;
/// Words between `keep` and `off`.
const KEPT: usize = 4;

/// Returns contradictions with the nearest facts. `same` is a comparison that a fact makes too.
pub(super) fn check(
    reading: &Reading, evidence: &Evidence<'_>, nearest: &[(usize, f64)], same: &Agreement,
) -> Vec<Problem> {
    let statements: Vec<&Statement<'_>> = nearest.iter().map(|(at, _)| &evidence.statements[*at]).collect();
    let mut problems = Vec::new();
    let is_compared = |clause: &&Range<usize>| same.words.iter().any(|at| clause.contains(at));
    for clause in whole_clauses(reading).iter().filter(|clause| !is_compared(clause)) {
        problems.extend(turned(reading, clause, &statements, evidence));
    }
    // Advice may say `every` and `never` of what no fact is about.
    let is_free = is_advice(reading) && nearest.first().is_none_or(|(_, share)| *share < ALIGNED);
    if problems.is_empty() && !is_free {
        problems.extend(strengthened(reading, &statements));
    }
    problems
}

/// True if a sentence and a fact negate differently, or have words of opposite meaning.
pub(super) fn is_turned(reading: &Reading, fact: &Reading) -> bool {
    let opposites = opposites(&reading.words, &fact.words, !is_reordered(reading, fact));
    (opposites + negations(&reading.words) + negations(&fact.words)) % 2 == 1
}

/// Returns the ids of the facts that have more words of a sentence than the one that seems to deny it. A price or a service denies nothing by
/// itself, so a statement with as many of the words says more.
fn nearer(reading: &Reading, opposed: &Statement<'_>, evidence: &Evidence<'_>) -> Vec<String> {
    let words = specific(reading, 0..reading.words.len());
    let least = shared(&words, opposed);
    let is_phrase =
        |one: &Statement<'_>| matches!(one.fact.kind, FactKind::Price | FactKind::Service | FactKind::Duration);
    let is_nearer = |one: &&Statement<'_>| {
        let own = shared(&words, one);
        one.known != opposed.known && (own > least || is_phrase(opposed) && !is_phrase(one) && own == least && own > 0)
    };
    evidence.statements.iter().filter(is_nearer).map(|one| one.fact.id.clone()).collect()
}

/// Returns the clauses; `Without a cap, birds build nests.` is one.
fn whole_clauses(reading: &Reading) -> Vec<Range<usize>> {
    let is_joined = reading.words.first().is_some_and(|word| word.text == "without");
    match reading.clauses.as_slice() {
        [first, second, rest @ ..] if is_joined => {
            std::iter::once(first.start..second.end).chain(rest.iter().cloned()).collect()
        }
        clauses => clauses.to_vec(),
    }
}

/// A clause of a fact and a clause of the sentence.
struct Pair<'a, 'b> {
    statement: &'b Statement<'a>,
    /// Share of the clause that the fact has.
    share: f64,
    /// Share of the fact that the clause has.
    tightness: f64,
    /// True if the fact says the opposite.
    is_turned: bool,
    words: String,
}

fn turned(
    reading: &Reading, clause: &Range<usize>, statements: &[&Statement<'_>], evidence: &Evidence<'_>,
) -> Option<Problem> {
    let mut pairs: Vec<Pair<'_, '_>> = Vec::new();
    for statement in statements {
        for other in &statement.reading.clauses {
            pairs.extend(pair(reading, clause, (statement, other), evidence));
        }
        pairs.extend(pair(reading, clause, (statement, &(0..statement.reading.words.len())), evidence));
    }
    let best = pairs.iter().map(|pair| pair.share).fold(0.0, f64::max);
    pairs.retain(|pair| pair.share >= 0.99 * best);
    let tightest = pairs.iter().map(|pair| pair.tightness).fold(0.0, f64::max);
    pairs.retain(|pair| pair.tightness >= 0.99 * tightest);
    if pairs.iter().any(|pair| !pair.is_turned) {
        return None;
    }
    let turned = pairs.first()?;
    if is_same_whole(reading, turned.statement, evidence) {
        return None;
    }
    Some(Problem {
        kind: ProblemKind::Negation,
        words: turned.words.clone(),
        detail: format!("the fact says otherwise: \"{}\"", text_of(&turned.statement.reading)),
        fact_id: Some(turned.statement.fact.id.clone()),
        said_by: nearer(reading, turned.statement, evidence),
        is_calculable: false,
    })
}

fn text_of(reading: &Reading) -> String {
    reading.words.iter().map(|word| word.written.as_str()).collect::<Vec<_>>().join(" ")
}

/// True if sentence and fact negate as often, in clauses that are cut elsewhere: `If you cannot travel, she comes to you.`
fn is_same_whole(reading: &Reading, statement: &Statement<'_>, evidence: &Evidence<'_>) -> bool {
    let (own, fact) = (0..reading.words.len(), 0..statement.reading.words.len());
    let (count, other) = (negations(&reading.words), negations(&statement.reading.words));
    count > 0
        && count == other
        && !is_denied_elsewhere(reading, &statement.reading)
        && !is_denied_elsewhere(&statement.reading, reading)
        && pair(reading, &own, (statement, &fact), evidence).is_some_and(|pair| !pair.is_turned && pair.share >= WHOLE)
}

/// True if a word in a clause with a negation is in the other text too, but only in clauses without one: `does not handle wills`
/// against `does not handle injury cases but handles wills`.
fn is_denied_elsewhere(one: &Reading, other: &Reading) -> bool {
    let contents = |reading: &Reading, is_denied: bool| -> Vec<Range<usize>> {
        let clauses = whole_clauses(reading).into_iter();
        clauses.filter(|clause| (negations(&reading.words[clause.clone()]) % 2 == 1) == is_denied).collect()
    };
    let (denied, plain) = (contents(other, true), contents(other, false));
    let has = |clauses: &[Range<usize>], word: &Word| {
        let mut words = clauses.iter().flat_map(|clause| other.contents(clause.clone()));
        words.any(|found| relation(word, found) >= SAME || are_opposites(&word.stem, &found.stem))
    };
    let denied_here = contents(one, true);
    let mut words = denied_here.iter().flat_map(|clause| one.contents(clause.clone()));
    words.any(|word| !has(&denied, word) && has(&plain, word))
}

fn pair<'a, 'b>(
    reading: &Reading, clause: &Range<usize>, (statement, other): (&'b Statement<'a>, &Range<usize>),
    evidence: &Evidence<'_>,
) -> Option<Pair<'a, 'b>> {
    let mut own: Vec<&Word> = reading.contents(clause.clone()).collect();
    // The names of the services are in many facts.
    if own.iter().filter(|word| !evidence.is_shared(&word.stem)).count() >= FEWEST {
        own.retain(|word| !evidence.is_shared(&word.stem));
    }
    let facts: Vec<&Word> = statement.reading.contents(other.clone()).collect();
    let is_met =
        |word: &&&Word| facts.iter().any(|fact| relation(word, fact) >= 0.5 || are_opposites(&word.stem, &fact.stem));
    let shared = own.iter().filter(is_met).count();
    if shared < FEWEST || (shared as f64) < ALIGNED * own.len() as f64 {
        return None;
    }
    let is_kept = !is_reordered(reading, &statement.reading);
    let opposites = opposites(&reading.words[clause.clone()], &statement.reading.words[other.clone()], is_kept);
    let negations = negations(&reading.words[clause.clone()]) + negations(&statement.reading.words[other.clone()]);
    let written = reading.words[clause.clone()].iter().map(|word| word.written.as_str()).collect::<Vec<_>>().join(" ");
    let is_turned = (opposites + negations) % 2 == 1;
    let (share, tightness) = (shared as f64 / own.len() as f64, shared as f64 / facts.len().max(1) as f64);
    Some(Pair { statement, share, tightness, is_turned, words: written })
}

fn negations(words: &[Word]) -> usize {
    let is_only =
        |at: usize| words.get(at + 1).is_some_and(|next| matches!(next.text.as_str(), "only" | "just" | "least"));
    let is_limit = |at: usize| {
        words[at].text == "no" && words.get(at + 1).is_some_and(|next| LIMITS.contains(&next.text.as_str()))
    };
    // `Costs nothing` says that it is free.
    let is_free = |at: usize| {
        words[at].text == "nothing"
            && at.checked_sub(1).is_some_and(|before| matches!(words[before].text.as_str(), "cost" | "costs" | "pay"))
    };
    // `No class has more than six dogs` sets a limit.
    let is_bound = |at: usize| {
        words[at..]
            .windows(2)
            .any(|pair| pair[0].text == "than" && (pair[1].figure.is_some() || number_word(&pair[1].text).is_some()))
    };
    // `No, it is not included.`
    let is_answer = |at: usize| at == 0 && words[0].text == "no" && words.get(1).is_none_or(|next| next.is_after_mark);
    let is_meant = |at: usize| !is_answer(at) && !is_only(at) && !is_limit(at) && !is_free(at) && !is_bound(at);
    // `Interest-free` is without interest.
    let is_without = |word: &Word| is_negator(&word.text) || word.is_joined && word.text == "free";
    let plain = words.iter().enumerate().filter(|(at, word)| is_without(word) && is_meant(*at)).count();
    let pairs = words
        .windows(2)
        .filter(|pair| {
            matches!(
                (pair[0].text.as_str(), pair[1].text.as_str()),
                ("rather", "than") | ("instead", "of") | ("leave" | "leaves" | "left" | "leaving", "out")
            )
        })
        .count();
    let implied = words.iter().filter(|word| IMPLIED.contains(&word.stem.as_str())).count();
    plain + pairs + implied + usize::from(keeps_off(words)) + usize::from(is_excess(words))
}

/// True for `too heavy to tow`.
fn is_excess(words: &[Word]) -> bool {
    let too = words.iter().position(|word| word.text == "too");
    too.is_some_and(|too| words.iter().skip(too + 2).take(EXCESS).any(|word| word.text == "to"))
}

/// True for `keeps them off the roof`.
fn keeps_off(words: &[Word]) -> bool {
    let is_keep = |word: &Word| matches!(word.stem.as_str(), "keep" | "stop");
    let is_off = |word: &Word| matches!(word.text.as_str(), "off" | "away" | "out" | "from");
    let mut keeps = words.iter().enumerate().filter(|(_, word)| is_keep(word));
    keeps.any(|(at, _)| words.iter().skip(at + 1).take(KEPT).any(is_off))
}

fn is_order(word: &Word) -> bool {
    matches!(word.text.as_str(), "before" | "after")
}

/// True for an order of two events: not for `before 1978`.
fn has_order(words: &[Word]) -> bool {
    let is_event = |at: usize| words.get(at + 1).is_some_and(|next| next.figure.is_none());
    words.iter().enumerate().any(|(at, word)| is_order(word) && is_event(at))
}

/// Counts words of the clause whose opposite stands in the fact instead of them. `Before` and `after` are none if the order of the
/// events is kept.
fn opposites(own: &[Word], facts: &[Word], is_kept: bool) -> usize {
    let has = |words: &[Word], stem: &str| words.iter().any(|word| word.stem == stem);
    let is_ordered = is_kept && has_order(own) && has_order(facts);
    let is_opposite = |word: &&Word| {
        !has(facts, &word.stem)
            && facts.iter().any(|fact| are_opposites(&word.stem, &fact.stem) && !has(own, &fact.stem))
    };
    own.iter().filter(|word| !is_ordered || !is_order(word)).filter(is_opposite).count()
}

/// Finds `always` where the fact says `usually`, and absolutes that the fact lacks.
fn strengthened(reading: &Reading, statements: &[&Statement<'_>]) -> Option<Problem> {
    let nearest = statements.first()?;
    let says = |statement: &Statement<'_>, word: &str| {
        word == "guaranteed" && statement.fact.kind == FactKind::Guarantee
            || word == "must" && is_duty(&statement.reading)
            || word == "never" && is_denied(&statement.reading)
            || statement
                .reading
                .words
                .iter()
                .any(|other| other.text == word || is_absolute(&other.text) && is_kin(&other.text, word))
    };
    let absolutes =
        reading.words.iter().enumerate().filter(|(at, word)| is_absolute(&word.text) && is_absolute_here(reading, *at));
    let mut bare = absolutes.filter(|(_, word)| !statements.iter().any(|statement| says(statement, &word.text)));
    let (_, word) = bare.next()?;
    let hedge =
        nearest.reading.words.iter().find(|other| is_hedge(&other.text) && !reading.has(&[other.text.as_str()]));
    let detail = match hedge {
        Some(hedge) => format!("the fact says \"{}\": \"{}\"", hedge.written, text_of(&nearest.reading)),
        None => format!("no fact says \"{}\" of this", word.written),
    };
    Some(Problem {
        kind: ProblemKind::Quantifier,
        words: word.written.clone(),
        detail,
        // A fact that leaves no room does not limit the sentence.
        fact_id: hedge.map(|_| nearest.fact.id.clone()),
        said_by: Vec::new(),
        is_calculable: false,
    })
}

/// True if a fact denies without leaving room: `does not need staining`.
fn is_denied(fact: &Reading) -> bool {
    negations(&fact.words) > 0 && !fact.words.iter().any(|word| is_hedge(&word.text))
}

/// True if a fact says `must` in another way: `needs`, `has to`, `is not allowed`.
fn is_duty(fact: &Reading) -> bool {
    let is_obliged = |pair: &[Word]| matches!(pair[0].text.as_str(), "has" | "have" | "had") && pair[1].text == "to";
    fact.has(DUTIES)
        || fact.words.windows(2).any(is_obliged)
        || fact.has(&["may", "allow", "allows", "allowed"]) && negations(&fact.words) > 0
}

fn is_kin(a: &str, b: &str) -> bool {
    let kin = [
        &["all", "every", "everyone", "everybody", "any", "always"][..],
        &["never", "none", "nobody"],
        &["entirely", "completely", "fully", "totally"],
        &["only", "solely"],
    ];
    kin.iter().any(|group| group.contains(&a) && group.contains(&b))
}

/// Leaves out `all day`, `at all`, `every year`, `only 45 minutes`, `in any weather`.
fn is_absolute_here(reading: &Reading, at: usize) -> bool {
    let text = |at: Option<usize>| at.and_then(|at| reading.words.get(at)).map_or("", |word| word.text.as_str());
    let (word, before, after) = (text(Some(at)), text(at.checked_sub(1)), text(Some(at + 1)));
    let is_number = reading.quantities.iter().any(|quantity| (at + 1..=at + 2).contains(&quantity.at));
    match word {
        "all" => {
            !matches!(before, "at" | "after" | "of" | "above" | "it")
                && !matches!(after, "day" | "night" | "year" | "in" | "too" | "you" | "we" | "it" | "that")
        }
        "every" => {
            !matches!(
                after,
                "day"
                    | "week"
                    | "month"
                    | "year"
                    | "few"
                    | "other"
                    | "time"
                    | "spring"
                    | "fall"
                    | "autumn"
                    | "winter"
                    | "summer"
                    | "season"
            ) && !is_number
        }
        "only" => {
            !is_number
                && before != "not"
                && before != "if"
                && after != "if"
                && after != "after"
                && after != "when"
                && after != "then"
        }
        "any" => {
            reading.quantities.is_empty()
                && !matches!(after, "of" | "more" | "other" | "questions")
                && before != "before"
                && !reading.words[..at].iter().any(|word| is_negator(&word.text))
        }
        "must" => !reading.has(&["if", "when"]),
        _ => true,
    }
}
