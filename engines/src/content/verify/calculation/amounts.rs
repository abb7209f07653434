//! Numbers of words in any notation: digits, words, fractions, hours, weekdays and months.

use super::super::quantity::{Bound, Place, Quantity};
use super::super::reading::{Reading, Word};
use super::super::units::{Unit, number_word};
use super::figures::{MONTHS, figure, is_rest, part};
use super::value::{DAY, MONEY, Measure, Value, power};

/// Maximum number of amounts of some words.
const MOST: usize = 6;
const WEEK: [&str; 7] = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];

/// How numbers with a unit are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Scale {
    /// As they are written: 90 of `90 minutes`, 8 of `$8 per hour`.
    Written,
    /// In base units: dollars, minutes, inches, pounds, and prices by one of these.
    Base,
}

/// A number that words have.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Amount {
    pub(super) number: f64,
    pub(super) is_money: bool,
    /// For moments, after how much they repeat: hours after a day, in minutes; weekdays after 7, months after 12.
    pub(super) period: Option<f64>,
    /// True for a limit or the end of a range.
    pub(super) is_limit: bool,
}

impl Amount {
    fn number(number: f64) -> Self {
        Self { number, is_money: false, period: None, is_limit: false }
    }
}

/// Returns the numbers of a text, the most likely first.
pub(super) fn amounts(reading: &Reading, scale: Scale) -> Vec<Amount> {
    let mut found: Vec<Amount> = composed(reading).into_iter().map(Amount::number).collect();
    found.extend(moment(reading));
    found.extend(whole(reading, scale));
    let quantities = reading.quantities.iter().filter(|one| one.unit != Unit::Code);
    found.extend(quantities.map(|one| of_quantity(reading, one, scale)));
    found.extend(bare(reading).into_iter().map(Amount::number));
    found.retain(|one| one.number.is_finite());
    found.dedup();
    found.truncate(MOST);
    found
}

/// Returns the number of a quantity.
pub(super) fn of_quantity(reading: &Reading, one: &Quantity, scale: Scale) -> Amount {
    let number = match (scale, one.unit) {
        (Scale::Base, _) => figure(reading, &(one.at..one.end)).map_or(one.value, |found| found.value.amount),
        (_, Unit::Percent) => one.raw / 100.0,
        (_, Unit::Money | Unit::Clock) => one.value,
        _ => one.raw,
    };
    Amount {
        number,
        is_money: one.unit == Unit::Money,
        period: (one.unit == Unit::Clock).then_some(DAY),
        is_limit: one.bound != Bound::None || one.place != Place::Single,
    }
}

/// Returns the number of words that are one figure without being a quantity: `a week`, `Friday to Sunday`, `two thirds`.
fn whole(reading: &Reading, scale: Scale) -> Option<Amount> {
    let value = figure(reading, &(0..reading.words.len())).filter(|_| reading.quantities.is_empty())?.value;
    let period = match value.measure {
        Measure::Amount(_) => None,
        Measure::Clock => Some(DAY),
        Measure::Date => Some(365.0 * DAY),
        Measure::Year => return None,
    };
    let is_bare = value.measure == Measure::Amount([0; 7]) || period.is_some() || scale == Scale::Base;
    let number = if is_bare { value.amount } else { 1.0 };
    let is_money = value.measure == Measure::Amount(power(MONEY, 1));
    Some(Amount { is_money, period, is_limit: value.bound != Bound::None, ..Amount::number(number) })
}

/// Reads the one weekday or month of a text.
fn moment(reading: &Reading) -> Option<Amount> {
    let of = |names: &'static [&'static str]| {
        let is_name = |name: &str, word: &Word| word.text == name || word.text.strip_suffix('s') == Some(name);
        let find = |word: &Word| names.iter().position(|name| is_name(name, word));
        let mut found = reading.words.iter().filter_map(find);
        found.next().filter(|_| found.next().is_none()).map(|at| (at as f64 + 1.0, names.len() as f64))
    };
    let (number, period) = of(&WEEK).or_else(|| of(&MONTHS))?;
    Some(Amount { period: Some(period), ..Amount::number(number) })
}

fn number(word: &Word) -> Option<f64> {
    let figure = word.figure.as_ref().filter(|one| one.code.is_none() && one.currency.is_none());
    number_word(&word.text).or_else(|| figure.filter(|one| one.suffix.is_empty()).map(|one| one.value))
}

/// Reads `one and a half` and `three quarters`.
fn composed(reading: &Reading) -> Vec<f64> {
    let texts: Vec<&str> = reading.words.iter().map(|word| word.text.as_str()).collect();
    let text = |at: usize| texts.get(at).copied().unwrap_or_default();
    let count = |at: usize| reading.words.get(at).and_then(number);
    let times = |at: usize| if matches!(text(at), "a" | "an") { Some(1.0) } else { count(at) };
    let found = (0..texts.len()).filter_map(|at| {
        let mixed = || {
            let whole = count(at).filter(|_| text(at + 1) == "and")?;
            Some(whole + times(at + 2)? * part(text(at + 3))?)
        };
        let is_rest = at.checked_sub(1).is_some_and(|before| text(before) == "and");
        let share = || Some(times(at).filter(|_| !is_rest)? * part(text(at + 1))?);
        mixed().or_else(share)
    });
    found.collect()
}

/// Reads `two`, `twice`, `half` and other words that are no quantities.
fn bare(reading: &Reading) -> Vec<f64> {
    let is_free = |at: usize| !reading.quantities.iter().any(|one| (one.at..one.end).contains(&at));
    let words = reading.words.iter().enumerate().filter(|(at, _)| is_free(*at));
    let found = words.filter_map(|(at, word)| match word.text.as_str() {
        "half" => (!is_rest(reading, at)).then_some(0.5),
        "once" | "single" => Some(1.0),
        "twice" | "double" | "both" | "pair" | "couple" => Some(2.0),
        "triple" | "thrice" => Some(3.0),
        _ => number(word),
    });
    found.collect()
}

/// Returns a value with an amount that is compared with a figure of a line.
pub(super) fn valued(amount: f64, measure: Measure, bound: Bound) -> Value {
    Value { measure, bound, ..Value::number(amount) }
}
