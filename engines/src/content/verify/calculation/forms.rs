//! Figures of several words of a line: `three teams in five` and `half past six`.

use std::ops::Range;

use super::super::quantity::{Bound, bound};
use super::super::reading::{Reading, Word};
use super::super::units::{Unit, number_word};
use super::agree::is_near;
use super::figures::{Found, figure, places};
use super::parse::{Calculation, Expression, Operation, Relation};
use super::value::{DAY, Measure, TIME, Value, power};
use super::{Calculated, Context, conditions};

/// Minutes of half a day: times of a line without `a.m.` or `p.m.` repeat after it.
const HALF_DAY: f64 = DAY / 2.0;
/// Minutes of more days than a month has, so that its days do not repeat.
const MOST_DAYS: f64 = 1_000.0 * DAY;

/// Returns the figures of the line at a place that a calculation supports, if they are in such a form.
pub(super) fn follows(
    context: &Context<'_, '_>, calculation: &Calculation, at: &Range<usize>,
) -> Option<Vec<Calculated>> {
    if calculation.relation != Relation::Equal {
        return None;
    }
    ratio(context, calculation, at).or_else(|| moment(context, calculation, at))
}

fn text(reading: &Reading, at: usize) -> &str {
    reading.words.get(at).map_or("", |word| word.text.as_str())
}

fn number(word: &Word) -> Option<f64> {
    let figure =
        word.figure.as_ref().filter(|one| one.code.is_none() && one.currency.is_none() && one.suffix.is_empty());
    number_word(&word.text).or_else(|| figure.map(|one| one.value))
}

/// Reads `three teams in five` as a share.
fn ratio(context: &Context<'_, '_>, calculation: &Calculation, at: &Range<usize>) -> Option<Vec<Calculated>> {
    let line = &context.reading;
    let numbers: Vec<(usize, f64)> = at.clone().filter_map(|at| Some((at, number(line.words.get(at)?)?))).collect();
    let [(start, part), (end, whole)] = numbers[..] else { return None };
    let is_ratio = matches!(text(line, end - 1), "in" | "of") && part > 0.0 && part < whole && end + 1 == at.end;
    let found = context.evaluate(&calculation.expression).filter(|found| is_ratio && found.supposed.is_empty())?;
    let own = Value { bound: bound(&line.words, start), ..Value::number(part / whole) };
    let target = Found { value: own, at: start..at.end };
    let is_share = found.value.measure == Measure::Amount([0; 7]) && found.value.bound == Bound::None;
    let is_said = is_share && is_near(&found.value, found.value.amount, &target, line);
    let fact_ids = context.ids(&found.value.statements);
    (is_said && !fact_ids.is_empty()).then(|| context.figures_at(&target.at, &fact_ids))
}

/// Reads `half past six = {seven o'clock} - {s6: 30 minutes}` and `10th = {20th} - {s2: 10 days}`: a moment that the line supposes, and a
/// length of a fact.
fn moment(context: &Context<'_, '_>, calculation: &Calculation, at: &Range<usize>) -> Option<Vec<Calculated>> {
    let Expression::Binary(left, operation, right) = &calculation.expression else { return None };
    let (Expression::Figure(left), Expression::Figure(right)) = (left.as_ref(), right.as_ref()) else { return None };
    let line = &context.reading;
    let (own, period) = minutes(line, at)?;
    let length = context.of_fact(right).filter(|value| value.measure == Measure::Amount(power(TIME, 1)))?;
    let words = context.reader.read(left).words;
    let place = places(line, &words).into_iter().find(|place| conditions::may_be_supposed(line, place))?;
    let (start, _) = minutes(line, &place).filter(|(_, other)| *other == period)?;
    let result = match operation {
        Operation::Add => start + length.amount,
        Operation::Subtract => start - length.amount,
        Operation::Multiply | Operation::Divide => return None,
    };
    let is_same = (result.rem_euclid(period) - own.rem_euclid(period)).abs() < 0.5;
    let is_free = place.end <= at.start || at.end <= place.start;
    let fact_ids = context.ids(&length.statements);
    (is_same && is_free).then(|| [context.figures_at(at, &fact_ids), context.figures_at(&place, &[])].concat())
}

/// Returns the minutes of a day of the month, or of a time of day (`seven o'clock`, `half past six`, `a quarter to nine`, `6:30 p.m.`), and
/// after how many they repeat.
pub(super) fn minutes(reading: &Reading, at: &Range<usize>) -> Option<(f64, f64)> {
    let mut days =
        reading.quantities.iter().filter(|one| one.unit == Unit::Ordinal && one.at < at.end && at.start < one.end);
    if let Some(day) = days.next() {
        return (day.raw <= 31.0).then_some((DAY * day.raw, MOST_DAYS));
    }
    hour(reading, at).map(|minutes| (minutes, HALF_DAY))
}

fn hour(reading: &Reading, at: &Range<usize>) -> Option<f64> {
    if let Some(found) = figure(reading, at).filter(|found| found.value.measure == Measure::Clock) {
        return Some(found.value.amount);
    }
    if let Some((hours, rest)) = at.clone().find_map(|at| text(reading, at).split_once(':')) {
        return Some(60.0 * hours.parse::<f64>().ok()? + rest.get(..2)?.parse::<f64>().ok()?);
    }
    let texts: Vec<&str> = at.clone().map(|at| text(reading, at)).collect();
    let hours = at.clone().rev().find_map(|at| number(reading.words.get(at)?)).filter(|hours| *hours <= 12.0)?;
    let has = |words: &[&str]| texts.windows(words.len()).any(|run| run == words);
    let shift = if has(&["half", "past"]) {
        30.0
    } else if has(&["quarter", "past"]) {
        15.0
    } else if has(&["quarter", "to"]) {
        -15.0
    } else if has(&["oclock"]) || texts.len() == 1 {
        0.0
    } else {
        return None;
    };
    Some(60.0 * hours + shift)
}
