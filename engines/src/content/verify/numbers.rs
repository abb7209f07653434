//! Numbers: value, unit, bounds, and what they are about.

use super::derived;
use super::evidence::{Evidence, Statement};
use super::held;
use super::quantity::{Bound, MOST_FIGURES, Place, Quantity};
use super::reading::{Reading, Word, relation};
pub(super) use super::subject::is_promise;
use super::synonyms::{groups, is_weak};
use super::types::{Problem, ProblemKind};
use super::units::{Unit, charged_by};
use crate::common::{Control, EngineError, checkpoint};
use crate::content::input::FactKind;

/// Relative difference up to which two values are the same.
const SAME: f64 = 1e-6;
/// Relation from which two words bind a figure to a subject.
const RELATED: f64 = 0.5;

/// Words that a sentence uses for figures of a kind of fact, as stems.
const ABOUT: &[(FactKind, &[&str])] = &[
    (
        FactKind::Experience,
        &[
            "experi",
            "busi",
            "trade",
            "oper",
            "open",
            "found",
            "establish",
            "serv",
            "year",
            "field",
            "start",
            "sinc",
            "work",
        ],
    ),
    (FactKind::Rating, &["rate", "star", "review", "custom", "score", "averag"]),
    (FactKind::Licence, &["licens", "licenc", "number", "registr", "regist", "contractor"]),
    (FactKind::Insurance, &["insur", "liabil", "cover", "polici", "coverag"]),
    (
        FactKind::Hours,
        &[
            "open", "hour", "answer", "phone", "call", "avail", "even", "morn", "night", "day", "week", "reach",
            "offic", "line",
        ],
    ),
    (
        FactKind::Guarantee,
        &["guarante", "warranti", "free", "return", "back", "repair", "workmanship", "stand", "cover"],
    ),
    (FactKind::Award, &["award", "name", "win", "rank", "won", "winner"]),
];

/// What is added where a fact has more figures than are read.
const UNREAD: &str = "; a fact has more than 40 figures, and the others are not read";
/// Words that say what a figure is about.
const MOST_ABOUT: usize = 40;
/// Statements between two looks at whether the check is cancelled.
const STRIDE: usize = 256;
/// Words between two prices that share a unit: `$38 and $52 per foot`.
const LINKS: &[&str] = &["and", "or", "to", "but", "then", "through"];
/// Score of a figure that has nothing in common with a fact.
const NOTHING: f64 = 0.1;
/// Words behind a number that may be what it counts.
const COUNTED: usize = 3;
/// Relation of words that say the same in the texts of a trade.
const GROUPED: f64 = 0.7;
/// Weight of another figure that a fact has too.
const COMPANY: f64 = 0.7;

/// Words that say what a figure is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Scope {
    /// The words of its clause, without the names of services.
    Clause,
    /// All words of the sentence.
    Sentence,
}

/// A figure of a fact that may support a figure of a sentence.
struct Candidate<'a, 'b> {
    statement: &'b Statement<'a>,
    quantity: &'b Quantity,
    /// How much both are about the same.
    score: f64,
    is_same: bool,
}

/// Returns the problems of the figures of a sentence, and the facts that support the others.
///
/// # Errors
/// Returns [`EngineError::Cancelled`].
pub(super) fn check(
    reading: &Reading, evidence: &Evidence<'_>, control: &dyn Control,
) -> Result<(Vec<Problem>, Vec<String>), EngineError> {
    let (mut problems, mut units, mut ids) = (Vec::new(), Vec::new(), Vec::new());
    for quantity in &reading.quantities {
        let candidates = candidates(reading, quantity, evidence, control)?;
        match support(reading, quantity, &candidates, evidence) {
            Ok(id) => ids.push(id),
            Err(problem) => match derived::support(reading, quantity, evidence) {
                Some(from) => ids.extend(from),
                None => {
                    problems.push(problem);
                    units.push(quantity.unit);
                }
            },
        }
    }
    forget_exchanged(&mut problems, &units);
    problems.extend(reading.is_cut.then(|| Problem {
        kind: ProblemKind::Number,
        words: String::new(),
        detail: format!("it has more than {MOST_FIGURES} figures, and the others are not read"),
        fact_id: None,
        said_by: Vec::new(),
        is_calculable: false,
    }));
    Ok((problems, ids))
}

/// True if the sentence also has the figure of the rival, and there speaks of the fact with this one: `the bath costs $15, the trim $30`.
fn is_exchanged(
    reading: &Reading, quantity: &Quantity, (found, rival): (&Candidate<'_, '_>, &Candidate<'_, '_>),
) -> bool {
    let near = |other: &Quantity, statement: &Statement<'_>| derived::nearness(reading, other, statement);
    let mut others = reading.quantities.iter().filter(|one| one.at != quantity.at && is_same(one, rival.quantity));
    others.any(|other| near(other, found.statement) > near(other, rival.statement))
}

/// Two figures of which each belongs to the fact of the other are exchanged: no fact says them so. A price and a distance of one fact are not.
fn forget_exchanged(problems: &mut [Problem], units: &[Unit]) {
    let is_of = |one: &Problem, other: &Problem| one.fact_id.as_ref().is_some_and(|id| other.said_by.contains(id));
    for at in 1..problems.len() {
        for other in 0..at {
            let is_one = problems[at].fact_id == problems[other].fact_id && units[at] != units[other];
            if !is_one && is_of(&problems[at], &problems[other]) && is_of(&problems[other], &problems[at]) {
                for one in [at, other] {
                    problems[one].said_by.clear();
                    problems[one].is_calculable = false;
                }
            }
        }
    }
}

/// Returns the words of a figure.
pub(super) fn written(reading: &Reading, quantity: &Quantity) -> String {
    let words = reading.words[quantity.at..quantity.end.min(reading.words.len())].iter();
    words.map(|word| word.written.as_str()).collect::<Vec<_>>().join(" ")
}

fn support(
    reading: &Reading, quantity: &Quantity, candidates: &[Candidate<'_, '_>], evidence: &Evidence<'_>,
) -> Result<String, Problem> {
    let words = written(reading, quantity);
    let problem = |kind, detail: String, statement: Option<&Statement<'_>>| Problem {
        kind,
        words: words.clone(),
        detail,
        fact_id: statement.map(|statement| statement.fact.id.clone()),
        said_by: held::holders(reading, quantity, evidence),
        is_calculable: kind != ProblemKind::Attribution && quantity.unit != Unit::Code,
    };
    // Of facts that are as near, one with the limit of the sentence counts.
    let fits = |found: &Candidate<'_, '_>| mismatch(reading, quantity, found).is_none();
    let best = |is_same: bool| {
        let of = candidates.iter().filter(move |candidate| candidate.is_same == is_same);
        of.max_by(|a, b| a.score.total_cmp(&b.score).then_with(|| fits(a).cmp(&fits(b))))
    };
    let rival = best(false).filter(|rival| rival.score > 0.0);
    let Some(found) = best(true) else {
        let Some(rival) = rival.filter(|rival| rival.score >= RELATED) else {
            let unread = if evidence.has_unread_figures { UNREAD } else { "" };
            return Err(problem(ProblemKind::Number, format!("no fact has this number{unread}"), None));
        };
        let detail = format!("the fact says \"{}\"", rival.statement.fact.value);
        return Err(problem(ProblemKind::Number, detail, Some(rival.statement)));
    };
    if let Some(rival) = rival.filter(|rival| rival.score > found.score) {
        let detail = format!(
            "the number belongs to \"{}\", and this is about \"{}\"",
            found.statement.fact.value, rival.statement.fact.value
        );
        let mut problem = problem(ProblemKind::Swapped, detail, Some(rival.statement));
        if is_exchanged(reading, quantity, (found, rival)) {
            problem.said_by.clear();
            problem.is_calculable = false;
        }
        return Err(problem);
    }
    if found.score <= 0.0 {
        let detail = format!("the fact with this number is about something else: \"{}\"", whole(found.statement));
        return Err(problem(ProblemKind::Swapped, detail, Some(found.statement)));
    }
    match mismatch(reading, quantity, found) {
        Some(detail) => Err(problem(
            ProblemKind::Swapped,
            format!("{detail}: \"{}\"", whole(found.statement)),
            Some(found.statement),
        )),
        None if is_promise(reading, found.statement) => {
            let detail =
                format!("the fact is general and promises nothing for the business: \"{}\"", whole(found.statement));
            Err(problem(ProblemKind::Attribution, detail, Some(found.statement)))
        }
        None => Ok(found.statement.fact.id.clone()),
    }
}

fn whole(statement: &Statement<'_>) -> String {
    let detail = statement.fact.detail.as_deref().map(|detail| format!(" ({detail})")).unwrap_or_default();
    format!("{}{detail}", statement.fact.value)
}

/// Returns the figures of facts that a figure may be. The words of its clause decide. If they have nothing in common with a
/// fact, all words of the sentence decide, also the names of the services.
fn candidates<'a, 'b>(
    reading: &Reading, quantity: &Quantity, evidence: &'b Evidence<'a>, control: &dyn Control,
) -> Result<Vec<Candidate<'a, 'b>>, EngineError> {
    let about = subject(reading, quantity, evidence);
    let about: Vec<&Word> = about.into_iter().take(MOST_ABOUT).map(|at| &reading.words[at]).collect();
    let near = candidates_about(reading, quantity, (&about, Scope::Clause), (evidence, control))?;
    let best = |is_same: bool| {
        let scores = near.iter().filter(|one| one.is_same == is_same).map(|one| one.score);
        scores.fold(-1.0, f64::max)
    };
    if best(true) < 0.0 || best(true) >= NOTHING.max(best(false)) {
        return Ok(near);
    }
    let is_inside = |at: usize| reading.quantities.iter().any(|other| (other.at..other.end).contains(&at));
    let words = reading
        .words
        .iter()
        .enumerate()
        .filter(|(at, word)| !is_inside(*at) && word.is_content() && !is_weak(&word.stem));
    let about: Vec<&Word> = words.map(|(_, word)| word).take(MOST_ABOUT).collect();
    candidates_about(reading, quantity, (&about, Scope::Sentence), (evidence, control))
}

fn candidates_about<'a, 'b>(
    reading: &Reading, quantity: &Quantity, about: (&[&Word], Scope),
    (evidence, control): (&'b Evidence<'a>, &dyn Control),
) -> Result<Vec<Candidate<'a, 'b>>, EngineError> {
    let mut found = Vec::new();
    for (at, statement) in evidence.statements.iter().enumerate() {
        if at % STRIDE == 0 {
            checkpoint(control)?;
        }
        for (place, other) in statement.reading.quantities.iter().enumerate() {
            let is_same = is_same(quantity, other);
            let is_same = is_same && !is_count_of_other((reading, quantity), (&statement.reading, other));
            if is_same || is_comparable(quantity.unit, other.unit) {
                let score = score(reading, about, statement, (place, is_same), evidence)
                    + company(reading, quantity, (statement, other), evidence);
                found.push(Candidate { statement, quantity: other, score, is_same });
            }
        }
    }
    Ok(found)
}

/// Weight of the other figures of the clause that the fact has too: `Ninety minutes cost $150`.
fn company(
    reading: &Reading, quantity: &Quantity, (statement, found): (&Statement<'_>, &Quantity), evidence: &Evidence<'_>,
) -> f64 {
    let clause = reading.clause_of(quantity.at);
    let of_fact = &evidence.known[statement.known].with_figures;
    let has = |own: &&Quantity| {
        let figures = of_fact.iter().flat_map(|at| &evidence.statements[*at].reading.quantities);
        figures.filter(|other| *other != found).any(|other| is_same(own, other))
    };
    let others = reading.quantities.iter().filter(|own| own.at != quantity.at && clause.contains(&own.at));
    others.filter(|own| own.place == Place::Single || quantity.place == Place::Single).filter(has).count() as f64
        * COMPANY
}

/// True if two equal counts are of different things of the fact: of `two sessions and three walks`, three are no sessions.
pub(super) fn is_count_of_other((own, quantity): (&Reading, &Quantity), (fact, other): (&Reading, &Quantity)) -> bool {
    let nouns = |reading: &Reading, at: usize| -> Vec<String> {
        let behind = reading.words.iter().skip(at).take(COUNTED);
        let nouns = behind.take_while(|word| word.is_content() && !word.is_after_mark);
        nouns.filter(|word| !is_weak(&word.stem)).map(|word| word.stem.clone()).collect()
    };
    let (counted, others) = (nouns(own, quantity.end), nouns(fact, other.end));
    quantity.unit == Unit::Count
        && !others.is_empty()
        && !counted.iter().any(|stem| others.contains(stem))
        && counted.iter().any(|stem| fact.words.iter().any(|word| word.stem == *stem))
}

fn is_comparable(a: Unit, b: Unit) -> bool {
    a == b && !matches!(a, Unit::Count | Unit::Ordinal | Unit::Code | Unit::Year)
}

pub(super) fn is_same(a: &Quantity, b: &Quantity) -> bool {
    let is_implied = |one: &Quantity, other: &Quantity| {
        one.implied.is_some_and(|(unit, value)| other.unit == unit && is_near(value, other.value))
    };
    if is_implied(a, b) || is_implied(b, a) {
        return true;
    }
    if a.unit == Unit::Code || b.unit == Unit::Code {
        return a.unit == b.unit && a.code == b.code;
    }
    let is_plain = |unit: Unit| matches!(unit, Unit::Count | Unit::Year);
    if a.unit == b.unit {
        is_near(a.value, b.value)
    } else {
        (is_plain(a.unit) && (is_plain(b.unit) || b.unit == Unit::Clock || b.unit == Unit::Ordinal))
            && is_near(a.raw, b.raw)
    }
}

pub(super) fn is_near(x: f64, y: f64) -> bool {
    (x - y).abs() <= SAME * x.abs().max(y.abs())
}

/// Returns the positions of the words that say what a figure is about: after `for`, else those of its clause, of the clause
/// before, or of the sentence.
pub(super) fn subject(reading: &Reading, quantity: &Quantity, evidence: &Evidence<'_>) -> Vec<usize> {
    let is_inside = |at: usize| reading.quantities.iter().any(|other| (other.at..other.end).contains(&at));
    let is_own = |word: &Word| word.is_specific() && !evidence.is_shared(&word.stem);
    let of = |range: std::ops::Range<usize>| -> Vec<usize> {
        range.filter(|at| !is_inside(*at) && is_own(&reading.words[*at])).collect()
    };
    let clause = reading.clause_of(quantity.at);
    let after = reading.quantities.iter().filter(|other| other.at >= quantity.end).map(|other| other.at).min();
    let next = quantity.end + usize::from(quantity.per.is_some()) * 2;
    let bound = after.unwrap_or(clause.end).clamp(next.min(clause.end), clause.end.max(next.min(clause.end)));
    if quantity.place != Place::Low && next < clause.end && reading.words[next].text == "for" {
        let named = of(next..bound);
        if !named.is_empty() {
            return named;
        }
    }
    let mut words = of(clause.clone());
    // A clause that names only a service is about the service.
    let has_service = || reading.contents(clause.clone()).any(|word| evidence.is_shared(&word.stem));
    if words.is_empty() && has_service() {
        return clause.filter(|at| !is_inside(*at) && reading.words[*at].is_specific()).collect();
    }
    if words.is_empty() && clause.start > 0 {
        words = of(reading.clause_of(clause.start - 1));
    }
    if words.is_empty() { of(0..reading.words.len()) } else { words }
}

/// How much a figure of a sentence and one of a fact are about the same; 0 for nothing in common. That the business speaks binds
/// only the same figure to a fact about the business.
fn score(
    reading: &Reading, about: (&[&Word], Scope), statement: &Statement<'_>, (place, is_same): (usize, bool),
    evidence: &Evidence<'_>,
) -> f64 {
    let kind = ABOUT.iter().find(|(kind, _)| *kind == statement.fact.kind);
    if let Some((_, stems)) = kind {
        let is_named = reading.words.iter().any(|word| stems.contains(&word.stem.as_str()));
        let least = if is_named || reading.is_of_business && is_same { 0.6 } else { 0.0 };
        return if least > 0.0 { overlap(about, statement, place, evidence).max(least) } else { 0.0 };
    }
    if statement.fact.kind == FactKind::Phone {
        return 1.0;
    }
    overlap(about, statement, place, evidence)
}

/// How many of the words that a figure is about a fact has; `place` is that of the figure in the fact.
fn overlap((about, scope): (&[&Word], Scope), statement: &Statement<'_>, place: usize, evidence: &Evidence<'_>) -> f64 {
    let is_of_subject = |word: &&Word| match scope {
        Scope::Clause => word.is_specific() && !evidence.is_shared(&word.stem),
        Scope::Sentence => word.is_content() && !is_weak(&word.stem),
    };
    let own = &statement.reading;
    let other = &own.quantities[place];
    let is_alone =
        own.quantities.iter().all(|one| one == other || one.place != Place::Single && other.place != Place::Single);
    let words: Vec<&Word> = if !statement.subject.is_empty() {
        statement.subject.iter().filter(is_of_subject).take(MOST_ABOUT).collect()
    } else if is_alone {
        own.words.iter().filter(is_of_subject).take(MOST_ABOUT).collect()
    } else {
        statement.about[place].iter().take(MOST_ABOUT).map(|at| &own.words[*at]).collect()
    };
    if about.is_empty() || words.is_empty() {
        return NOTHING;
    }
    let related = |word: &Word, other: &Word| {
        if groups(&word.stem) & groups(&other.stem) != 0 { GROUPED } else { relation(word, other) }
    };
    let best = |word: &&Word| words.iter().map(|other| related(word, other)).fold(0.0, f64::max);
    let shared: f64 = about.iter().map(best).filter(|relation| *relation >= RELATED).sum();
    shared / (about.len() as f64).sqrt()
}

/// Describes how the same value differs: its unit of charge, its bound, or its place in a range.
fn mismatch(reading: &Reading, own: &Quantity, found: &Candidate<'_, '_>) -> Option<String> {
    if is_by_other(reading, own, found.quantity) {
        return Some("the fact counts by another unit".to_owned());
    }
    if is_overstated(reading, own, found.quantity) {
        return Some("the fact has another limit".to_owned());
    }
    is_cut(reading, own, (found.statement, found.quantity)).then(|| "the fact has a range".to_owned())
}

/// True for a price by another unit than that of the fact.
pub(super) fn is_by_other(reading: &Reading, own: &Quantity, fact: &Quantity) -> bool {
    own.per != fact.per && own.unit == Unit::Money && !is_charged_by(reading, own, fact.per.as_deref())
}

/// True for a figure with a limit that the fact does not set.
pub(super) fn is_overstated(reading: &Reading, own: &Quantity, fact: &Quantity) -> bool {
    match limit(reading, own) {
        Bound::Above => fact.bound != Bound::Above,
        Bound::Below => fact.bound != Bound::Below,
        Bound::AtLeast => fact.place == Place::High && own.place == Place::Single,
        Bound::AtMost => fact.place == Place::Low && own.place == Place::Single,
        Bound::None => false,
    }
}

/// True for one price of a range, without a word for that.
pub(super) fn is_cut(reading: &Reading, own: &Quantity, (statement, fact): (&Statement<'_>, &Quantity)) -> bool {
    own.place == Place::Single
        && fact.place != Place::Single
        && own.bound == Bound::None
        && own.unit == Unit::Money
        && !has_other_bound(reading, statement, fact)
}

/// True if a price names its unit elsewhere: `billed hourly, at $95`, `$38 per foot for cedar and $52 for vinyl`.
fn is_charged_by(reading: &Reading, own: &Quantity, per: Option<&str>) -> bool {
    let Some(per) = per.filter(|_| own.per.is_none()) else { return false };
    let prices = || reading.quantities.iter().filter(|one| one.unit == Unit::Money);
    // The adverb, or `each minute`, belongs to the nearest price.
    let is_each = |at: usize| {
        let next = reading.words.get(at + 1).is_some_and(|next| next.stem == per);
        next && matches!(reading.words[at].text.as_str(), "each" | "every" | "one")
    };
    let is_rate = |at: usize| is_each(at) || charged_by(&reading.words[at].text) == Some(per);
    let away = |one: &Quantity, at: usize| if at < one.at { one.at - at } else { (at + 1).saturating_sub(one.end) };
    let is_nearest = |at: usize| prices().min_by_key(|one| away(one, at)).is_some_and(|one| one.at == own.at);
    let has_unit = |one: &&Quantity| one.per.as_deref() == Some(per);
    let goes_on = |last: &Quantity| {
        let words = &reading.words[last.end..own.at];
        begins(reading, own.at) || words.iter().any(|word| LINKS.contains(&word.text.as_str()) || word.text == "while")
    };
    let before = prices().rfind(|one| one.end <= own.at).filter(has_unit).is_some_and(goes_on);
    let after = prices().find(|one| one.at >= own.end).filter(has_unit);
    let is_joined = |next: &Quantity| {
        let words = &reading.words[own.end..next.at];
        !words.is_empty() && words.iter().all(|word| LINKS.contains(&word.text.as_str()))
    };
    (0..reading.words.len()).any(|at| is_rate(at) && is_nearest(at)) || before || after.is_some_and(is_joined)
}

/// True for a figure with which a part of a list begins: `and $52 for vinyl`.
fn begins(reading: &Reading, at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|before| reading.words.get(before));
    reading.words[at].is_after_mark || before.is_some_and(|word| LINKS.contains(&word.text.as_str()))
}

/// Returns the limit that a figure sets: `no more than six` are six at most.
pub(super) fn limit(reading: &Reading, own: &Quantity) -> Bound {
    let start = reading.clause_of(own.at).start;
    let is_negated =
        reading.words[start..own.at].iter().any(|word| matches!(word.text.as_str(), "no" | "not" | "never"));
    match own.bound {
        Bound::Above if is_negated => Bound::AtMost,
        Bound::Below if is_negated => Bound::AtLeast,
        bound => bound,
    }
}

/// True if the sentence also has the other bound of the range of the fact.
fn has_other_bound(reading: &Reading, statement: &Statement<'_>, fact: &Quantity) -> bool {
    let place = if fact.place == Place::Low { Place::High } else { Place::Low };
    let mut others = statement.reading.quantities.iter().filter(|other| other.place == place);
    others.any(|other| reading.quantities.iter().any(|own| is_same(own, other)))
}
