//! Figures that no fact states, but that follow from figures of facts: a rounded value, a half, a difference, a sum, a product, years since
//! a year.
//!
//! The sentence must name the operation (`about`, `more than`, `together`), and each fact must be about its part of the sentence.

use std::ops::Range;

use super::evidence::{Evidence, Statement};
use super::numbers::{is_near, is_same};
use super::quantity::{Bound, Place, Quantity};
use super::reading::{Reading, Word, relation};
use super::synonyms::{groups, is_weak};
use super::units::{Unit, number_word};
use crate::content::input::FactKind;

/// Relation from which two words bind a figure to a subject.
const RELATED: f64 = 0.55;
/// Share of a figure by which a rounded one may differ.
const ROUNDING: f64 = 0.05;
/// Share of the years since a year that `more than` or `nearly` so many years must reach.
const YEARS: f64 = 0.8;
/// Words before a rounded figure.
const NEAR: &[&str] = &["about", "around", "roughly", "approximately", "some"];
const BELOW: &[&str] = &["nearly", "almost", "under", "below"];
const ABOVE: &[&str] = &["over", "above"];
/// Words behind a figure that make it a difference.
const MORE: &[&str] = &["more", "longer", "extra", "above", "over", "higher", "later", "older", "beyond"];
const LESS: &[&str] = &["less", "cheaper", "fewer", "shorter", "below", "under", "lower", "sooner", "faster"];
/// Words that make a figure a sum.
const SUMS: &[&str] = &["together", "total", "totals", "altogether", "combined", "sum", "both"];
/// Words between a figure and the word that makes it a difference.
const REACH: usize = 5;
/// Words between `half of` and the whole.
const WHOLE: usize = 4;
/// Figures of facts from which others are derived.
const MOST_SOURCES: usize = 60;
/// Words with which a number of days is that of the opening hours.
const OPEN: &[&str] = &["open", "opens", "available", "answer", "answers", "works", "work", "closed"];
/// Minutes of a day and of a year.
const DAY: f64 = 1_440.0;
const YEAR: f64 = 365.25 * DAY;

/// A figure of a fact.
type Source<'a, 'b> = (&'b Statement<'a>, &'b Quantity);

/// Returns the facts from which a figure follows; `None` if it does not follow.
pub(super) fn support(reading: &Reading, own: &Quantity, evidence: &Evidence<'_>) -> Option<Vec<String>> {
    let sources: Vec<Source<'_, '_>> = sources(own, evidence);
    let one = |found: Source<'_, '_>| vec![found.0.fact.id.clone()];
    unit_of_charge(reading, own, evidence)
        .or_else(|| rounded(reading, own, &sources))
        .map(one)
        .or_else(|| share(reading, own, evidence))
        .or_else(|| years_since(reading, own, evidence))
        .or_else(|| open_days(reading, own, evidence))
        .or_else(|| product(reading, own, &sources))
        .or_else(|| multiple(reading, own, evidence))
        .or_else(|| difference(reading, own, &sources))
        .or_else(|| sum(reading, own, &sources))
}

/// Returns the single figures of facts in the unit of a figure.
fn sources<'a, 'b>(own: &Quantity, evidence: &'b Evidence<'a>) -> Vec<Source<'a, 'b>> {
    let is_source = |(_, one): &Source<'_, '_>| {
        one.unit == own.unit
            && one.place == Place::Single
            && !matches!(one.unit, Unit::Code | Unit::Ordinal | Unit::Year | Unit::Clock)
    };
    figures(evidence).filter(is_source).take(MOST_SOURCES).collect()
}

fn figures<'a, 'b>(evidence: &'b Evidence<'a>) -> impl Iterator<Item = Source<'a, 'b>> {
    let of = |statement: &'b Statement<'a>| statement.reading.quantities.iter().map(move |one| (statement, one));
    evidence.statements.iter().flat_map(of)
}

fn text(reading: &Reading, at: usize) -> &str {
    reading.words.get(at).map_or("", |word| word.text.as_str())
}

/// Finds `one hour` of `$85 buys one hour`, where a fact charges $85 an hour.
fn unit_of_charge<'a, 'b>(reading: &Reading, own: &Quantity, evidence: &'b Evidence<'a>) -> Option<Source<'a, 'b>> {
    let unit = &reading.words.get(own.end.checked_sub(1)?)?.stem;
    let mut prices = reading.quantities.iter().filter(|one| one.unit == Unit::Money && is_near(own.raw, 1.0));
    prices.find_map(|price| {
        let mut charged = figures(evidence);
        charged.find(|(_, one)| one.per.as_ref() == Some(unit) && is_same(price, one))
    })
}

/// Finds the figure that `about 400,000` rounds: to the digits that are written, in the direction of its word.
fn rounded<'a, 'b>(reading: &Reading, own: &Quantity, sources: &[Source<'a, 'b>]) -> Option<Source<'a, 'b>> {
    let before = |back: usize| own.at.checked_sub(back).map_or("", |at| text(reading, at));
    let word = if before(1) == "than" { before(2) } else { before(1) };
    let is_about = NEAR.contains(&word) || before(2) == "close" && word == "to";
    let is_below = is_about || BELOW.contains(&word) || word == "less" || word == "fewer";
    let is_above = is_about || ABOVE.contains(&word) || word == "more";
    let step = step(own.raw)?;
    let is_rounded = |(_, fact): &Source<'_, '_>| {
        let factor = own.value / own.raw;
        let exact = fact.value / factor;
        let is_close = (exact - own.raw).abs() <= (step / 2.0).min(ROUNDING * exact);
        let is_less = is_above && exact > own.raw && matches!(fact.bound, Bound::None | Bound::AtLeast | Bound::Above);
        let is_more = is_below && exact < own.raw && matches!(fact.bound, Bound::None | Bound::AtMost | Bound::Below);
        is_close && (is_less || is_more) && fact.per == own.per && !is_near(exact, own.raw)
    };
    let words = about(reading, own.at);
    sources.iter().copied().filter(is_rounded).find(|(statement, _)| shared(&words, statement) > 0)
}

/// Returns the place of the last digit of a round figure, such as 100,000 of 400,000; `None` for others.
fn step(value: f64) -> Option<f64> {
    let is_round = |step: f64| value >= step && (value / step).fract() == 0.0;
    let steps = (1..12).map(|power| 10_f64.powi(power)).take_while(|step| is_round(*step));
    steps.last()
}

/// Finds the fact in which `two of them` are half of `our four therapists`.
fn share(reading: &Reading, own: &Quantity, evidence: &Evidence<'_>) -> Option<Vec<String>> {
    if text(reading, own.at) != "half" || own.unit != Unit::Percent {
        return None;
    }
    let is_whole = |one: &&Quantity| one.unit == Unit::Count && (own.end..own.end + WHOLE).contains(&one.at);
    let whole = reading.quantities.iter().find(is_whole)?;
    let rest: Vec<&Word> = specific(reading, whole.end..reading.words.len());
    let found = evidence.statements.iter().find(|statement| {
        let words = &statement.reading.words;
        let is_half = |at: usize| {
            let part = number_word(&words[at].text).or_else(|| words[at].figure.as_ref().map(|figure| figure.value));
            part.is_some_and(|part| is_near(2.0 * part, whole.raw)) && text(&statement.reading, at + 1) == "of"
        };
        let has_whole = statement.reading.quantities.iter().any(|one| is_same(one, whole));
        has_whole && (0..words.len()).any(is_half) && 2 * shared(&rest, statement) > rest.len()
    })?;
    Some(vec![found.fact.id.clone()])
}

/// Finds the fact whose year is so many years before the day on which it was observed: `for more than 30 years`.
fn years_since(reading: &Reading, own: &Quantity, evidence: &Evidence<'_>) -> Option<Vec<String>> {
    let own_years = own.value / YEAR;
    let is_years = own.unit == Unit::Time && is_near(own_years, own_years.round()) && own.place == Place::Single;
    let before = own.at.checked_sub(1).map_or("", |at| text(reading, at));
    let is_open = own.bound == Bound::Above || own.bound == Bound::AtLeast || BELOW.contains(&before);
    let mut found =
        evidence.statements.iter().filter(|statement| is_years && statement.fact.kind == FactKind::Experience);
    let found = found.find(|statement| {
        let observed = statement.fact.observed_at.and_then(|day| day.to_rfc3339().get(..4)?.parse::<f64>().ok());
        let since = statement.reading.quantities.iter().find(|one| one.unit == Unit::Year).map(|one| one.raw);
        let years = observed.zip(since).map(|(observed, since)| observed - since);
        years.is_some_and(|years| {
            is_near(own_years, years) || is_open && own_years <= years && own_years >= YEARS * years
        })
    })?;
    Some(vec![found.fact.id.clone()])
}

/// Finds the opening hours of as many days as `six days a week`.
fn open_days(reading: &Reading, own: &Quantity, evidence: &Evidence<'_>) -> Option<Vec<String>> {
    let is_week = own.unit == Unit::Time && own.per.as_deref() == Some("week") && is_near(own.value, own.raw * DAY);
    let is_count = is_week && is_near(own.raw, f64::from(evidence.days.count_ones())) && reading.has(OPEN);
    let hours = evidence.statements.iter().find(|statement| is_count && statement.fact.kind == FactKind::Hours)?;
    Some(vec![hours.fact.id.clone()])
}

/// Finds the rate of which a figure is a multiple: `150 feet of cedar cost $5,700` at $38 per foot.
fn product(reading: &Reading, own: &Quantity, sources: &[Source<'_, '_>]) -> Option<Vec<String>> {
    let words = about(reading, own.at);
    let is_product = |(statement, rate): &&Source<'_, '_>| {
        let counts = reading.quantities.iter().filter(|one| one.at != own.at && one.raw > 1.0);
        let mut counts = counts.filter(|one| {
            let unit = one.end.checked_sub(1).and_then(|last| reading.words.get(last)).map(|word| &word.stem);
            unit.is_some() && unit == rate.per.as_ref()
        });
        counts.any(|one| is_near(own.value, rate.value * one.raw)) && shared(&words, statement) > 0
    };
    let found = sources.iter().find(is_product).filter(|_| own.unit == Unit::Money && own.per.is_none())?;
    Some(vec![found.0.fact.id.clone()])
}

/// Finds two facts of which one is half of the other: `half the price of cedar`.
fn multiple(reading: &Reading, own: &Quantity, evidence: &Evidence<'_>) -> Option<Vec<String>> {
    if text(reading, own.at) != "half" || own.unit != Unit::Percent {
        return None;
    }
    let of = (own.end..own.end + REACH).find(|at| matches!(text(reading, *at), "of" | "as" | "that"))?;
    let (left, right) = (specific(reading, 0..own.at), specific(reading, of..reading.words.len()));
    [Unit::Money, Unit::Time, Unit::Length].into_iter().find_map(|unit| {
        let of_unit = Quantity { unit, ..own.clone() };
        let sources = sources(&of_unit, evidence);
        pair((&left, &right), &sources, |small, big| is_near(2.0 * small, big))
    })
}

/// Finds two facts that differ by a figure: `$14 more per foot than cedar`.
fn difference(reading: &Reading, own: &Quantity, sources: &[Source<'_, '_>]) -> Option<Vec<String>> {
    let near = own.end..(own.end + REACH).min(reading.words.len());
    let is_more = near.clone().any(|at| MORE.contains(&text(reading, at)));
    let is_less = near.clone().any(|at| LESS.contains(&text(reading, at)));
    if is_more == is_less {
        return None;
    }
    let is_link = |at: &usize| matches!(text(reading, *at), "than" | "above" | "below" | "over" | "under" | "beyond");
    let than = (own.end..reading.words.len()).find(is_link)?;
    let (left, right) = (specific(reading, 0..own.at), specific(reading, than..reading.words.len()));
    let sign = if is_more { 1.0 } else { -1.0 };
    pair((&left, &right), sources, |one, other| is_near(sign * (one - other), own.value))
}

/// Finds two facts whose figures make a figure together, each about a part of the sentence.
fn sum(reading: &Reading, own: &Quantity, sources: &[Source<'_, '_>]) -> Option<Vec<String>> {
    if !reading.has(SUMS) {
        return None;
    }
    let all = specific(reading, 0..reading.words.len());
    pair((&all, &all), sources, |one, other| is_near(one + other, own.value))
}

/// Returns the ids of two facts whose values agree, of which each has a word of its part of the sentence that the other lacks. Where the
/// parts differ, the part of one has no word that only the other has.
fn pair(
    (left, right): (&[&Word], &[&Word]), sources: &[Source<'_, '_>], agrees: impl Fn(f64, f64) -> bool,
) -> Option<Vec<String>> {
    let is_split = !std::ptr::eq(left, right);
    let is_about = |words: &[&Word], fact: &Statement<'_>, other: &Statement<'_>| {
        words.iter().any(|word| is_only_of(fact, other, word))
            && !(is_split && words.iter().any(|word| is_only_of(other, fact, word)))
    };
    sources.iter().find_map(|(one, first)| {
        let is_other = |(other, second): &&Source<'_, '_>| {
            other.known != one.known
                && first.per == second.per
                && agrees(first.value, second.value)
                && is_about(left, one, other)
                && is_about(right, other, one)
        };
        sources.iter().find(is_other).map(|(other, _)| vec![one.fact.id.clone(), other.fact.id.clone()])
    })
}

/// True if a word is of one fact and not of the other.
fn is_only_of(one: &Statement<'_>, other: &Statement<'_>, word: &Word) -> bool {
    says(one, word) && !says(other, word)
}

fn says(statement: &Statement<'_>, word: &Word) -> bool {
    let words = statement.reading.words.iter().chain(&statement.subject).filter(|other| other.is_content());
    let mut words = words.filter(|other| !is_weak(&other.stem));
    words.any(|other| relation(word, other) >= RELATED || groups(&word.stem) & groups(&other.stem) != 0)
}

/// Number of the words that a fact says.
pub(super) fn shared(words: &[&Word], statement: &Statement<'_>) -> usize {
    words.iter().filter(|word| says(statement, word)).count()
}

/// Number of the words around a figure that a fact says.
pub(super) fn nearness(reading: &Reading, own: &Quantity, statement: &Statement<'_>) -> usize {
    shared(&about(reading, own.at), statement)
}

/// Returns the words of a part of a sentence that say what a figure is about.
pub(super) fn specific(reading: &Reading, range: Range<usize>) -> Vec<&Word> {
    let is_inside = |at: usize| reading.quantities.iter().any(|one| (one.at..one.end).contains(&at));
    let all = range.filter(|at| !is_inside(*at)).map(|at| &reading.words[at]);
    all.filter(|word| word.is_specific() && !is_weak(&word.stem)).collect()
}

/// Returns the words around a figure: of its clause, else of the sentence.
pub(super) fn about(reading: &Reading, at: usize) -> Vec<&Word> {
    let words = specific(reading, reading.clause_of(at));
    if words.is_empty() { specific(reading, 0..reading.words.len()) } else { words }
}
