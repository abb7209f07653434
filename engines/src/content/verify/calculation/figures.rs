//! Figures of facts and lines as values, in the forms in which people write them.

use std::ops::Range;

use super::super::days::open_days;
use super::super::numbers::limit;
use super::super::quantity::{Bound, Place, Quantity, bound};
use super::super::reading::{Reading, Word};
use super::super::units::{Unit, number_word, scale, unit_of};
use super::value::{
    DAY, DEGREES, LENGTH, MONEY, Measure, Powers, Rate, TIME, VOLUME, Value, WEIGHT, WORKING_TIME, YEAR, power,
};

/// Square inches of a square foot.
const SQUARE_FOOT: f64 = 144.0;
pub(super) const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];
/// Days before each month.
const BEFORE: [u16; 12] = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334];
const ARTICLES: &[&str] = &["a", "an"];
const EACH: &[&str] = &["a", "an", "per", "each", "every"];
/// Words of a size between `per` and its unit.
const SIZES: &[&str] = &["linear", "square", "cubic", "single"];

/// Words between `a` and one whole unit.
const WHOLE: &[&str] = &["full", "whole", "single", "entire", "complete", "calendar"];

/// A value of a text, and the words that say it.
#[derive(Debug, Clone)]
pub(super) struct Found {
    pub(super) value: Value,
    pub(super) at: Range<usize>,
}

/// Returns where words are in a text.
pub(super) fn places(reading: &Reading, words: &[Word]) -> Vec<Range<usize>> {
    if words.is_empty() {
        return Vec::new();
    }
    let is_here = |run: &[Word]| run.iter().zip(words).all(|(one, other)| one.text == other.text);
    let starts = reading.words.windows(words.len()).enumerate().filter(|(_, run)| is_here(run));
    starts.map(|(at, _)| at..at + words.len()).collect()
}

/// Reads the one figure of some words of a text; `None` if they have none, or several.
pub(super) fn figure(reading: &Reading, at: &Range<usize>) -> Option<Found> {
    let found = clock(reading, at)
        .or_else(|| date(reading, at))
        .or_else(|| noon(reading, at))
        .or_else(|| weekdays(reading, at))
        .or_else(|| fraction(reading, at))
        .or_else(|| share(reading, at))
        .or_else(|| year(reading, at))
        .or_else(|| quantity(reading, at))
        .or_else(|| one_unit(reading, at))
        .or_else(|| bare(reading, at))?;
    found.value.amount.is_finite().then(|| opened(reading, found))
}

fn text(reading: &Reading, at: usize) -> &str {
    reading.words.get(at).map_or("", |word| word.text.as_str())
}

/// Returns the number of a word.
fn number(word: &Word) -> Option<f64> {
    let figure = word.figure.as_ref().filter(|one| one.code.is_none() && one.currency.is_none());
    number_word(&word.text).or_else(|| figure.filter(|one| one.suffix.is_empty()).map(|one| one.value))
}

fn found(value: Value, at: Range<usize>) -> Found {
    Found { value, at }
}

/// Adds the article before a figure, and the limit before that: `more than a thousand`.
fn opened(reading: &Reading, mut found: Found) -> Found {
    let start = found.at.start;
    let is_article = |at: usize| ARTICLES.contains(&text(reading, at));
    if let Some(before) = start.checked_sub(1).filter(|before| is_article(*before)) {
        found.at.start = before;
        if matches!(found.value.measure, Measure::Amount(_)) && found.value.bound == Bound::None {
            found.value.bound = bound(&reading.words, before);
        }
    }
    found
}

/// Reads `6:30 p.m.`
fn clock(reading: &Reading, at: &Range<usize>) -> Option<Found> {
    let place = at.clone().find(|at| text(reading, *at).contains(':'))?;
    let (hours, minutes) = text(reading, place).split_once(':')?;
    let (hours, minutes): (f64, f64) = (hours.parse().ok()?, minutes.get(..2)?.parse().ok()?);
    let half = match minutes_suffix(reading, place) {
        "am" => 0.0,
        "pm" => 12.0,
        _ => return None,
    };
    let is_valid = (1.0..=12.0).contains(&hours) && (0.0..60.0).contains(&minutes);
    let value = Value { measure: Measure::Clock, ..Value::number(60.0 * (hours % 12.0 + half) + minutes) };
    is_valid.then(|| found(value, place..place + 1))
}

/// Returns `am` or `pm` of a time, from its own word or the next.
fn minutes_suffix(reading: &Reading, place: usize) -> &str {
    let own = text(reading, place);
    match own.get(own.len().saturating_sub(2)..) {
        Some(half @ ("am" | "pm")) => half,
        _ => text(reading, place + 1),
    }
}

/// Reads `October 15`.
fn date(reading: &Reading, at: &Range<usize>) -> Option<Found> {
    let month = |at: usize| MONTHS.iter().position(|month| *month == text(reading, at));
    let place = at.clone().find(|at| month(*at).is_some())?;
    let of_month = number(reading.words.get(place + 1)?).filter(|day| (1.0..=31.0).contains(day))?;
    let before = BEFORE.get(month(place)?)?;
    let value = Value { measure: Measure::Date, ..Value::number(DAY * (f64::from(*before) + of_month)) };
    (place + 1 < at.end).then(|| found(value, place..place + 2))
}

fn noon(reading: &Reading, at: &Range<usize>) -> Option<Found> {
    let is_alone = at.clone().all(|at| reading.words.get(at).is_some_and(|word| word.figure.is_none()));
    let place = at.clone().find(|at| matches!(text(reading, *at), "noon" | "midnight")).filter(|_| is_alone)?;
    let minutes = if text(reading, place) == "noon" { DAY / 2.0 } else { 0.0 };
    Some(found(Value { measure: Measure::Clock, ..Value::number(minutes) }, place..place + 1))
}

/// Reads `Monday to Friday` as five days.
fn weekdays(reading: &Reading, at: &Range<usize>) -> Option<Found> {
    let words = reading.words.get(at.clone())?;
    let has_number = words.iter().any(|word| number(word).is_some() || word.figure.is_some());
    let texts: Vec<&str> = words.iter().map(|word| word.text.as_str()).collect();
    let days = open_days(&texts.join(" ")).count_ones();
    let value = Value { is_weekly: true, ..Value::number(f64::from(days)) };
    (days > 0 && !has_number).then(|| found(value, at.clone()))
}

/// Returns the part of a word: `two thirds`, `a quarter`, `half`.
pub(super) fn part(word: &str) -> Option<f64> {
    Some(match word.strip_suffix('s').unwrap_or(word) {
        "half" => 0.5,
        "third" => 1.0 / 3.0,
        "quarter" | "fourth" => 0.25,
        "fifth" => 0.2,
        "sixth" => 1.0 / 6.0,
        "eighth" => 0.125,
        "tenth" => 0.1,
        _ => return None,
    })
}

/// True for `half` of things that are counted: `two half shares`.
fn is_thing(reading: &Reading, at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|before| reading.words.get(before)).and_then(number);
    text(reading, at) == "half" && before.is_some_and(|count| count > 1.0)
}

/// Reads `two thirds`, `half a dozen`, `a quarter of a million`. The third of a row is no part.
fn fraction(reading: &Reading, at: &Range<usize>) -> Option<Found> {
    let place = at.clone().find(|at| part(text(reading, *at)).is_some())?;
    let before = place.checked_sub(1).filter(|before| at.contains(before));
    // `A week and a half` is no half, and neither is one of `two half shares`.
    if is_thing(reading, place) || place.checked_sub(2).is_some_and(|at| text(reading, at) == "and") {
        return None;
    }
    let times = match before.map(|before| (text(reading, before), reading.words.get(before).and_then(number))) {
        Some((_, Some(times))) => times,
        Some(("a" | "an", None)) => 1.0,
        _ if text(reading, place) == "half" => 1.0,
        _ => return None,
    };
    let is_unit = |skip: usize| unit_of(text(reading, place + skip), "").is_some();
    let is_of = text(reading, place + 1) == "of";
    // `A quarter of an hour` and `half a day` are times.
    if !is_of && (is_unit(1) || is_unit(2)) || is_of && ARTICLES.contains(&text(reading, place + 2)) && is_unit(3) {
        return None;
    }
    let mut end = place + 1;
    end += usize::from(text(reading, end) == "of");
    end += usize::from(ARTICLES.contains(&text(reading, end)));
    let whole = scale(text(reading, end), true).filter(|_| text(reading, end).len() > 2 && end < at.end);
    let amount = times * part(text(reading, place))? * whole.unwrap_or(1.0);
    let start = before.unwrap_or(place);
    let end = if whole.is_some() { end + 1 } else { place + 1 };
    let rest = end..at.end;
    let has_more = rest.clone().any(|at| reading.words.get(at).is_some_and(|word| number(word).is_some()));
    let value = Value { bound: bound(&reading.words, start), ..Value::number(amount) };
    (!has_more).then(|| found(value, start..end))
}

/// Reads `six of ten` and `one in five` as shares.
fn share(reading: &Reading, at: &Range<usize>) -> Option<Found> {
    let place = at.clone().find(|at| reading.words.get(*at).and_then(number).is_some())?;
    let link = place + 1 + usize::from(text(reading, place + 1) == "out");
    let other = link + 1;
    let whole = reading.words.get(other).and_then(number).filter(|whole| *whole > 0.0 && other < at.end)?;
    let is_measured = unit_of(text(reading, other + 1), text(reading, other + 2)).is_some();
    let is_link = matches!(text(reading, link), "of" | "in") && !is_measured;
    let value = Value::number(number(reading.words.get(place)?)? / whole);
    is_link.then(|| found(Value { bound: bound(&reading.words, place), ..value }, place..other + 1))
}

/// Reads `1978` and `the 1960s`.
fn year(reading: &Reading, at: &Range<usize>) -> Option<Found> {
    let of = |word: &Word| -> Option<f64> {
        let digits = word.text.strip_suffix('s').unwrap_or(&word.text);
        let is_year = digits.len() == 4 && digits.bytes().all(|byte| byte.is_ascii_digit());
        digits.parse().ok().filter(|year| is_year && (1_700.0..2_100.0).contains(year))
    };
    let place = at.clone().find(|at| reading.words.get(*at).and_then(of).is_some())?;
    let is_counted = reading
        .quantities
        .iter()
        .any(|one| one.at == place && (!matches!(one.unit, Unit::Year | Unit::Count) || one.end > place + 1));
    let is_only = at.clone().all(|at| at == place || reading.words.get(at).is_none_or(|word| word.figure.is_none()));
    let before = place.checked_sub(1).map_or("", |before| text(reading, before));
    let limit = match before {
        "since" => Bound::AtLeast,
        // A home from 1965 was built in that year.
        "from" => Bound::None,
        "before" => Bound::Below,
        "after" => Bound::Above,
        _ => bound(&reading.words, place),
    };
    let amount = of(reading.words.get(place)?)? * YEAR;
    let value = Value { measure: Measure::Year, bound: limit, calendar: YEAR, ..Value::number(amount) };
    (is_only && !is_counted).then(|| found(value, place..place + 1))
}

/// Reads a figure that the checker reads too.
fn quantity(reading: &Reading, at: &Range<usize>) -> Option<Found> {
    let mut inside = reading.quantities.iter().filter(|one| one.at < at.end && at.start < one.end);
    let one = inside.next()?;
    if inside.next().is_some() {
        return None;
    }
    if let Some(found) = cubic(reading, one) {
        return Some(found);
    }
    let (measure, amount) = measure(reading, one)?;
    let is_point = !matches!(measure, Measure::Amount(_));
    let mut value = Value {
        measure,
        bound: if is_point { Bound::None } else { limit_of(reading, one) },
        place: if is_point { Place::Single } else { one.place },
        calendar: calendar(one),
        ..Value::number(amount)
    };
    if let Measure::Amount(powers) = measure {
        let (powers, rate) = rated(reading, one, powers)?;
        value.measure = Measure::Amount(powers);
        if let Some(rate) = &rate {
            value.amount /= rate.factor;
        }
        value.rate = rate;
    }
    Some(found(value, one.at..one.end))
}

/// Reads `100 cubic inches`.
fn cubic(reading: &Reading, one: &Quantity) -> Option<Found> {
    let is_cubic = one.unit == Unit::Count && text(reading, one.end) == "cubic";
    let (_, factor) = unit_of(text(reading, one.end + 1), "").filter(|(unit, _)| is_cubic && *unit == Unit::Length)?;
    let value = Value {
        measure: Measure::Amount(power(LENGTH, 3)),
        bound: limit_of(reading, one),
        ..Value::number(one.value * factor.powi(3))
    };
    Some(found(value, one.at..one.end + 2))
}

/// Returns the measure of a figure and its amount in base units; `None` for codes and ordinals.
fn measure(reading: &Reading, one: &Quantity) -> Option<(Measure, f64)> {
    let amount = |dimension: usize| Some((Measure::Amount(power(dimension, 1)), one.value));
    match one.unit {
        Unit::Money => amount(MONEY),
        Unit::Percent => Some((Measure::Amount([0; 7]), one.value / 100.0)),
        Unit::Time => amount(TIME),
        Unit::WorkingTime => amount(WORKING_TIME),
        Unit::Length => amount(LENGTH),
        Unit::Area => Some((Measure::Amount(power(LENGTH, 2)), one.value * SQUARE_FOOT)),
        Unit::Weight => amount(WEIGHT),
        Unit::Volume => amount(VOLUME),
        Unit::Degrees => amount(DEGREES),
        Unit::Clock => Some((Measure::Clock, one.value)),
        Unit::Year => Some((Measure::Year, one.raw * YEAR)),
        // An age without its unit is in years.
        Unit::Count if is_age(reading, one) => Some((Measure::Amount(power(TIME, 1)), one.raw * YEAR)),
        Unit::Count => Some((Measure::Amount([0; 7]), one.value)),
        Unit::Ordinal | Unit::Code => None,
    }
}

fn is_age(reading: &Reading, one: &Quantity) -> bool {
    let before = |back: usize| one.at.checked_sub(back).map_or("", |at| text(reading, at));
    let is_limit = text(reading, one.end) == "or" && matches!(text(reading, one.end + 1), "older" | "younger");
    is_limit || matches!(before(1), "age" | "aged") || before(1) == "of" && before(2) == "age"
}

/// Returns the length of a month or year, where a figure is in them.
fn calendar(one: &Quantity) -> f64 {
    let factor = if one.unit == Unit::Time && one.raw > 0.0 { one.value / one.raw } else { 0.0 };
    if factor >= 28.0 * DAY { factor } else { 0.0 }
}

/// Returns the limit of a figure, also behind it: `65 or older`, `after 60 days`.
fn limit_of(reading: &Reading, one: &Quantity) -> Bound {
    let found = limit(reading, one);
    let before = one.at.checked_sub(1).map_or("", |at| text(reading, at));
    let behind = (text(reading, one.end), text(reading, one.end + 1));
    match (found, before, behind) {
        (Bound::None, "after", _) => Bound::Above,
        (Bound::None, "before", _) => Bound::Below,
        (Bound::None, _, ("or", "more" | "older" | "over" | "longer" | "up" | "later" | "above")) => Bound::AtLeast,
        (Bound::None, _, ("or", "less" | "younger" | "under" | "fewer" | "shorter" | "earlier" | "below")) => {
            Bound::AtMost
        }
        (Bound::None, "to", _) if text(reading, one.at.saturating_sub(2)) == "limited" => Bound::AtMost,
        (found, ..) => found,
    }
}

/// Returns the powers of a figure with what it is charged by.
fn rated(reading: &Reading, one: &Quantity, powers: Powers) -> Option<(Powers, Option<Rate>)> {
    let high = reading.quantities.iter().find(|other| one.place == Place::Low && other.at >= one.end);
    let mut at = high.map_or(one.end, |high| high.end);
    // `Three times a day`: the noun that is counted stands before.
    let is_counted = one.unit == Unit::Count && !EACH.contains(&text(reading, at));
    at += usize::from(is_counted);
    at += usize::from(text(reading, at) == "each" && EACH.contains(&text(reading, at + 1)));
    if !EACH.contains(&text(reading, at)) || one.unit == Unit::Percent {
        return Some((powers, None));
    }
    let size = text(reading, at + 1);
    let noun = at + 1 + usize::from(SIZES.contains(&size));
    let Some(word) = reading.words.get(noun).filter(|word| !word.is_after_mark) else { return Some((powers, None)) };
    let Some((dimension, times, factor)) = per(word, size) else {
        let is_thing = word.is_content() && word.figure.is_none() && !is_counted;
        // `Per user per month` is by both.
        let time = EACH.contains(&text(reading, noun + 1)).then(|| reading.words.get(noun + 2)).flatten();
        let time = time.and_then(|word| per(word, "")).filter(|(dimension, ..)| is_thing && *dimension == TIME);
        let factor = time.map_or(1.0, |(.., factor)| factor);
        let mut powers = powers;
        if time.is_some() {
            let one = powers.get_mut(TIME)?;
            *one = one.checked_sub(1)?;
        }
        let rate = Rate { stem: word.stem.clone(), factor, dimension: None };
        return Some((powers, is_thing.then_some(rate)));
    };
    if is_counted && dimension != TIME {
        return Some((powers, None));
    }
    let mut powers = powers;
    let one = powers.get_mut(dimension)?;
    *one = one.checked_sub(times)?;
    Some((powers, Some(Rate { stem: word.stem.clone(), factor, dimension: Some(dimension) })))
}

/// Returns the dimension, its power and the base units of a unit of charge.
fn per(word: &Word, size: &str) -> Option<(usize, i8, f64)> {
    let (unit, factor) = unit_of(&word.text, "")?;
    match unit {
        Unit::Time => Some((TIME, 1, factor)),
        Unit::Length if size == "square" => Some((LENGTH, 2, factor * factor)),
        Unit::Length if size == "cubic" => Some((LENGTH, 3, factor * factor * factor)),
        Unit::Length => Some((LENGTH, 1, factor)),
        Unit::Area => Some((LENGTH, 2, factor * SQUARE_FOOT)),
        Unit::Weight => Some((WEIGHT, 1, factor)),
        Unit::Volume => Some((VOLUME, 1, factor)),
        _ => None,
    }
}

/// Reads `a week`, `each month` and `a full year` as one.
fn one_unit(reading: &Reading, at: &Range<usize>) -> Option<Found> {
    let is_open = |at: usize| matches!(text(reading, at), "a" | "an" | "one" | "the" | "each");
    let noun = |at: usize| at + 1 + usize::from(WHOLE.contains(&text(reading, at + 1)));
    let place = at.clone().find(|at| is_open(*at) && unit_of(text(reading, noun(*at)), "").is_some())?;
    if place.checked_sub(1).is_some_and(|before| part(text(reading, before)).is_some()) {
        return None;
    }
    let (unit, factor) = unit_of(text(reading, noun(place)), "").filter(|_| noun(place) < at.end)?;
    let calendar = if unit == Unit::Time && factor >= 28.0 * DAY { factor } else { 0.0 };
    let dimension = match unit {
        Unit::Time => TIME,
        Unit::Length => LENGTH,
        Unit::Weight => WEIGHT,
        Unit::Volume => VOLUME,
        _ => return None,
    };
    let measure = Measure::Amount(power(dimension, 1));
    let value = Value { measure, calendar, bound: bound(&reading.words, place), ..Value::number(factor) };
    Some(found(value, place..noun(place) + 1))
}

/// True for `half` of `one and a half`.
pub(super) fn is_rest(reading: &Reading, at: usize) -> bool {
    let before = |back: usize| at.checked_sub(back).map_or("", |at| text(reading, at));
    part(text(reading, at)).is_some() && matches!(before(1), "a" | "an" | "one") && before(2) == "and"
}

/// Reads `two`, `both` and `half` where they count.
fn bare(reading: &Reading, at: &Range<usize>) -> Option<Found> {
    let of = |word: &Word| match word.text.as_str() {
        "both" | "twice" | "double" | "pair" | "couple" => Some(2.0),
        "half" => Some(0.5),
        _ => number(word),
    };
    let counts = at.clone().filter(|at| !is_thing(reading, *at) && !is_rest(reading, *at));
    let mut all = counts.filter_map(|at| Some((at, of(reading.words.get(at)?)?)));
    let (place, amount) = all.next()?;
    let value = Value { bound: bound(&reading.words, place), ..Value::number(amount) };
    all.next().is_none().then(|| found(value, place..place + 1))
}
