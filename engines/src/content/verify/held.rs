//! Facts that have a figure of a sentence in another form: `every fourth visit` for `every four visits`, `for 7 days` for `a week`.
//!
//! The rules alone do not accept these forms. A second reading may, if it names the fact.

use super::evidence::{Evidence, Statement};
use super::numbers::{is_by_other, is_count_of_other, is_cut, is_near, is_overstated, is_promise, is_same, limit};
use super::polarity::is_turned;
use super::quantity::{Bound, Place, Quantity};
use super::reading::Reading;
use super::units::{Unit, charged_by, unit_of};

const DAY: f64 = 1_440.0;
const YEAR: f64 = 365.25 * DAY;
/// Ordinals from the second on.
const ORDINALS: &[&str] =
    &["second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth"];
/// Words before a number of which every so many counts.
const EACH: &[&str] = &["every", "each"];
/// Words that make a figure the lower limit of a fact.
const LEAST: &[&str] =
    &["minimum", "shortest", "smallest", "lowest", "cheapest", "fewest", "starting", "starts", "start", "begins"];
/// Words that make a figure the upper limit of a fact.
const MOST: &[&str] = &["maximum", "longest", "largest", "highest", "biggest", "ceiling", "cap", "capped", "limit"];
/// Words with which a fact goes on behind its limit.
const BEYOND: &[&str] =
    &["beyond", "further", "otherwise", "above", "past", "more", "longer", "later", "else", "after"];
/// Words before a figure behind which something begins.
const OVER: &[&str] = &["past", "exceed", "exceeds", "exceeding", "after", "beyond"];
/// Words before a time that is no length: `within 7 days`.
const APART: &[&str] = &["within", "after", "every", "before", "in", "until", "than", "beyond", "per", "each"];
/// Stems of people, who may each pay a price.
const PEOPLE: &[&str] = &["person", "guest", "head", "student", "user", "adult", "child", "member", "ticket", "seat"];
/// Words before one unit without a number.
const ARTICLES: &[&str] = &["a", "an", "the", "next", "following", "previous", "one", "each", "every"];
/// Number of which `more than` and `under` name a multiple.
const ROUND: f64 = 5.0;
/// Share of a figure that a round number must reach.
const BEYOND_SHARE: f64 = 0.8;
/// Oldest age that is read of a bare number.
const OLDEST: f64 = 120.0;

/// Returns the ids of the facts that have the figure with its unit, limit and range, or in another form, whatever they say of it.
pub(super) fn holders(reading: &Reading, own: &Quantity, evidence: &Evidence<'_>) -> Vec<String> {
    let is_held = |statement: &&Statement<'_>| {
        let mut figures = statement.reading.quantities.iter();
        !is_promise(reading, statement)
            && (is_ordinal(reading, own, statement)
                || is_one(reading, own, statement)
                || is_bare(reading, own, statement)
                || figures.any(|figure| {
                    is_beyond_round(reading, own, (statement, figure))
                        || is_value((reading, own), (statement, figure))
                            && is_meant((reading, own), (statement, figure), evidence)
                }))
    };
    evidence.statements.iter().filter(is_held).map(|statement| statement.fact.id.clone()).collect()
}

fn text(reading: &Reading, at: usize) -> &str {
    reading.words.get(at).map_or("", |word| word.text.as_str())
}

/// Returns the word so many before a figure.
fn before<'r>(reading: &'r Reading, one: &Quantity, back: usize) -> &'r str {
    one.at.checked_sub(back).map_or("", |at| text(reading, at))
}

/// True for the same value, or the same age: `a sixteen-year-old` and `16 is enough`.
fn is_value((reading, own): (&Reading, &Quantity), (statement, figure): (&Statement<'_>, &Quantity)) -> bool {
    let fact = &statement.reading;
    let is_number = is_same(own, figure) && !is_count_of_other((reading, own), (fact, figure));
    let is_one_age =
        (is_age(reading, own) && may_be_age(fact, figure)) || (may_be_age(reading, own) && is_age(fact, figure));
    is_number || is_one_age && is_near(own.raw, figure.raw)
}

/// True for `16 years old`, `aged 16` and `16 or older`.
fn is_age(reading: &Reading, one: &Quantity) -> bool {
    let is_years = one.unit == Unit::Time && is_near(one.value, one.raw * YEAR);
    let is_named = matches!(before(reading, one, 1), "age" | "aged" | "ages")
        || matches!((before(reading, one, 2), before(reading, one, 1)), ("age", "of"));
    let is_open =
        matches!(text(reading, one.end), "or" | "and") && matches!(text(reading, one.end + 1), "older" | "younger");
    is_years && text(reading, one.end) == "old" || (is_years || one.unit == Unit::Count) && (is_named || is_open)
}

/// True for an age, and for a number that counts nothing.
fn may_be_age(reading: &Reading, one: &Quantity) -> bool {
    let next = reading.words.get(one.end);
    let is_bare = next.is_none_or(|next| next.is_after_mark || !next.is_content());
    is_age(reading, one) || one.unit == Unit::Count && is_bare && one.raw <= OLDEST
}

/// True for `every four` where the fact says `every fourth`, for `day two` where it says `the second day`, and the other way round.
fn is_ordinal(reading: &Reading, own: &Quantity, statement: &Statement<'_>) -> bool {
    let unit = reading.words.get(own.at).filter(|_| own.end > own.at + 1);
    let unit = unit.filter(|word| word.figure.is_none() && unit_of(&word.text, "").is_some());
    let is_each = EACH.contains(&before(reading, own, 1));
    if !is_each && unit.is_none() {
        return false;
    }
    let of = |word: &str| ORDINALS.iter().position(|ordinal| *ordinal == word).map(|at| at as f64 + 2.0);
    let words = &statement.reading.words;
    let is_meant = |at: usize| {
        let is_before = at.checked_sub(1).and_then(|at| words.get(at)).is_some_and(|word| is_any(&word.text, EACH));
        let is_of_unit = || words.get(at + 1).zip(unit).is_some_and(|(next, unit)| next.stem == unit.stem);
        is_each && is_before || is_of_unit()
    };
    words.iter().enumerate().filter(|(at, _)| is_meant(*at)).any(|(_, word)| {
        let figure = word.figure.as_ref().filter(|figure| figure.code.is_none()).map(|figure| figure.value);
        figure.or_else(|| of(&word.text)).is_some_and(|number| is_near(number, own.raw))
    })
}

fn is_any(word: &str, list: &[&str]) -> bool {
    list.contains(&word)
}

/// True for `one day ahead` where the fact says `the day before`: one unit without a number.
fn is_one(reading: &Reading, own: &Quantity, statement: &Statement<'_>) -> bool {
    let unit = own.end.checked_sub(1).and_then(|at| reading.words.get(at));
    let Some(unit) = unit.filter(|_| own.unit == Unit::Time && is_near(own.raw, 1.0)) else { return false };
    let fact = &statement.reading;
    let is_single = |at: usize| {
        let before = at.checked_sub(1).map_or("", |at| text(fact, at));
        fact.words[at].stem == unit.stem && !fact.words[at].text.ends_with('s') && is_any(before, ARTICLES)
    };
    // `$85 an hour` lasts no hour.
    let is_rate =
        |at: usize| fact.quantities.iter().any(|one| one.per.is_some() && (one.end..one.end + 3).contains(&at));
    (0..fact.words.len()).any(|at| is_single(at) && !is_rate(at))
}

/// True for a number that goes on with the unit of another: `it blocks 99 percent, standard glass 45`.
fn is_bare(reading: &Reading, own: &Quantity, statement: &Statement<'_>) -> bool {
    let next = reading.words.get(own.end);
    let is_end = next.is_none_or(|next| next.is_after_mark || !next.is_content());
    let units = || reading.quantities.iter().filter(|one| one.at != own.at).map(|one| one.unit);
    let mut figures = statement.reading.quantities.iter();
    own.unit == Unit::Count
        && own.bound == Bound::None
        && is_end
        && figures.any(|one| {
            is_near(one.raw, own.raw)
                && one.unit != Unit::Code
                && one.bound == Bound::None
                && units().any(|of| of == one.unit)
        })
}

/// True for `over 30 years` where the fact says 33: a round number below a figure without a limit, near it.
fn is_beyond_round(reading: &Reading, own: &Quantity, (statement, figure): (&Statement<'_>, &Quantity)) -> bool {
    let is_plain = figure.unit == own.unit
        && figure.per == own.per
        && figure.place == Place::Single
        && own.place == Place::Single
        && limit_of(&statement.reading, figure) == Bound::None
        && !matches!(own.unit, Unit::Code | Unit::Clock | Unit::Year | Unit::Ordinal);
    let is_round = own.raw >= ROUND && (own.raw / ROUND).fract() == 0.0;
    let is_beyond = match limit(reading, own) {
        Bound::Above => figure.value > own.value && figure.value <= own.value / BEYOND_SHARE,
        Bound::Below => figure.value < own.value && figure.value >= own.value * BEYOND_SHARE,
        Bound::None | Bound::AtLeast | Bound::AtMost => false,
    };
    is_plain && is_round && is_beyond
}

/// True if unit of charge, limit and range of a figure agree, also in other words.
fn is_meant(
    (reading, own): (&Reading, &Quantity), (statement, figure): (&Statement<'_>, &Quantity), evidence: &Evidence<'_>,
) -> bool {
    let is_charged =
        !is_by_other(reading, own, figure) || is_charged_otherwise((reading, own), (statement, figure), evidence);
    let is_limited = !is_overstated(reading, own, figure) || is_limited_otherwise(reading, own, (statement, figure));
    let is_end = match figure.place {
        Place::Low => reading.has(LEAST),
        Place::High => reading.has(MOST),
        Place::Single => false,
    };
    is_charged && is_limited && (is_end || !is_cut(reading, own, (statement, figure)))
}

/// True for a price by the same unit in other words.
fn is_charged_otherwise(
    (reading, own): (&Reading, &Quantity), (statement, figure): (&Statement<'_>, &Quantity), evidence: &Evidence<'_>,
) -> bool {
    match (own.per.as_deref(), figure.per.as_deref()) {
        (Some(per), None) => match length_of(per) {
            Some(length) => lasts(statement, evidence, length),
            None => names(statement, evidence, per),
        },
        (None, Some(per)) => is_named_apart(reading, per),
        (Some(one), Some(other)) => PEOPLE.contains(&one) && PEOPLE.contains(&other),
        (None, None) => true,
    }
}

/// Returns the minutes of a unit of time, from its stem.
fn length_of(stem: &str) -> Option<f64> {
    let word = if stem == "minut" { "minute" } else { stem };
    unit_of(word, "").filter(|(unit, _)| *unit == Unit::Time).map(|(_, minutes)| minutes)
}

/// True for a fact whose one time is the length of a unit: `$395` for `7 days` is a price a week.
fn lasts(statement: &Statement<'_>, evidence: &Evidence<'_>, length: f64) -> bool {
    let statements = evidence.known.get(statement.known).map(|known| known.with_figures.as_slice()).unwrap_or_default();
    let readings = statements.iter().filter_map(|at| evidence.statements.get(*at)).map(|one| &one.reading);
    let mut times = readings
        .flat_map(|reading| reading.quantities.iter().map(move |one| (reading, one)))
        .filter(|(_, one)| one.unit == Unit::Time);
    let (Some((reading, time)), None) = (times.next(), times.next()) else { return false };
    // A month has 28 to 31 days.
    let (low, high) = if length < 28.0 * DAY { (1.0, 1.0) } else { (0.919, 1.019) };
    let is_one = (low * length - 1e-6..=high * length + 1e-6).contains(&time.value);
    is_one
        && time.bound == Bound::None
        && time.place == Place::Single
        && time.per.is_none()
        && !APART.contains(&before(reading, time, 1))
}

/// True for a fact with the word of a thing: `each weight` for `$12 a weight`.
fn names(statement: &Statement<'_>, evidence: &Evidence<'_>, stem: &str) -> bool {
    let of_fact = evidence.statements.iter().filter(|other| other.known == statement.known);
    of_fact.flat_map(|one| one.reading.words.iter().chain(&one.subject)).any(|word| word.stem == stem)
}

/// True for a sentence that names a unit of charge apart from its figures: `for every foot`, `the hourly rate`.
fn is_named_apart(reading: &Reading, per: &str) -> bool {
    let is_inside = |at: usize| reading.quantities.iter().any(|one| (one.at..one.end).contains(&at) && one.raw > 1.0);
    reading.words.iter().enumerate().any(|(at, word)| {
        let is_adverb = charged_by(&word.text) == Some(per);
        is_adverb || word.stem == per && !word.text.ends_with('s') && !is_inside(at)
    })
}

/// True for the limit of a fact in other words, and for what is beyond that limit where the sentence says the contrary, where the fact goes
/// on behind its limit, or where the sentence states the figure of the fact too: `more than 30 miles` and `within 30 miles, beyond that`.
fn is_limited_otherwise(reading: &Reading, own: &Quantity, (statement, figure): (&Statement<'_>, &Quantity)) -> bool {
    let fact = &statement.reading;
    let (one, other) = (limit(reading, own), limit_of(fact, figure));
    if one == other
        || is_denied(reading, own)
            && matches!((one, other), (Bound::Below, Bound::AtLeast) | (Bound::Above, Bound::AtMost))
    {
        return true;
    }
    let is_beyond = match one {
        Bound::Above => matches!(other, Bound::AtMost | Bound::Below),
        Bound::Below => matches!(other, Bound::AtLeast | Bound::Above),
        Bound::None | Bound::AtLeast | Bound::AtMost => false,
    };
    let is_repeated = || {
        let mut others = reading.quantities.iter().filter(|one| one.at != own.at && is_same(one, figure));
        others.any(|one| !is_overstated(reading, one, figure))
    };
    is_beyond && (fact.has(BEYOND) || is_repeated() || is_turned(reading, fact))
}

/// True for a limit in the negative: `nobody under 16`.
fn is_denied(reading: &Reading, own: &Quantity) -> bool {
    let clause = reading.clause_of(own.at);
    let before = reading.words.get(clause.start..own.at).unwrap_or_default();
    before.iter().any(|word| matches!(word.text.as_str(), "nobody" | "none" | "noone" | "neither"))
}

/// Returns the limit of a figure of a fact, also from words apart: `the smallest contract`, `$500 or more`.
fn limit_of(fact: &Reading, figure: &Quantity) -> Bound {
    let behind = (text(fact, figure.end), text(fact, figure.end + 1));
    match (limit(fact, figure), figure.place, behind) {
        (
            Bound::None,
            _,
            ("or" | "and", "more" | "older" | "up" | "over" | "above" | "longer" | "later" | "larger"),
        ) => Bound::AtLeast,
        (Bound::None, _, ("or" | "and", "less" | "fewer" | "under" | "younger" | "below" | "shorter" | "smaller")) => {
            Bound::AtMost
        }
        (Bound::None, Place::Low, _) => Bound::AtLeast,
        (Bound::None, Place::High, _) => Bound::AtMost,
        (Bound::None, ..) if OVER.contains(&before(fact, figure, 1)) => Bound::Above,
        (Bound::None, ..) if fact.has(LEAST) => Bound::AtLeast,
        (Bound::None, ..) if fact.has(MOST) => Bound::AtMost,
        (bound, ..) => bound,
    }
}
