//! Whether a calculated value is the figure of a line, as its words allow.

use std::ops::Range;

use super::super::quantity::{Bound, Place};
use super::super::reading::{Reading, relation};
use super::super::units::charged_by;
use super::figures::Found;
use super::parse::Relation;
use super::value::{DAY, MONEY, Measure, Rate, TIME, Value, YEAR, power};

/// Relative difference up to which two values are the same.
const SAME: f64 = 1e-6;
/// Share by which `about` and `almost` may differ.
const ROUNDED: f64 = 0.05;
/// Share by which `more than` and `under` may differ.
const OPEN: f64 = 0.2;
/// Half a cent.
const HALF_CENT: f64 = 0.005_000_001;
/// Relation from which two words mean the same.
const RELATED: f64 = 0.55;
/// Minutes of an average month.
const MONTH: f64 = YEAR / 12.0;
const NEAR: &[&str] = &["about", "around", "roughly", "approximately", "some", "circa"];
const BELOW: &[&str] = &["nearly", "almost"];
/// Words with which the lower limit of a fact is a figure: `the shortest booking`.
const LEAST: &[&str] =
    &["least", "minimum", "shortest", "smallest", "lowest", "cheapest", "starting", "starts", "start", "fewest"];
/// The same for an upper limit.
const MOST: &[&str] = &["most", "maximum", "longest", "largest", "highest", "top", "limit", "cap", "full", "biggest"];
/// Stems of things that each price is of.
const THINGS: &[&str] = &["item", "piec", "unit", "one"];
const EACH: &[&str] = &["each", "every", "per", "apiece"];

/// How a line writes its figure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Rounding {
    Exact,
    About,
    Almost,
}

/// True if the line may say its figure for the result.
pub(super) fn agrees(result: &Value, target: &Found, reading: &Reading) -> bool {
    let own = &target.value;
    let Some(amount) = comparable(result, target, reading) else { return false };
    is_limited_alike(result, own, reading)
        && is_placed_alike(result, own, reading)
        && is_near(result, amount, target, reading)
}

/// True if a figure is outside the limit of a fact, as the calculation says, and the line also states that limit.
/// A bare number is in the unit of the figure, of which `unit` is one.
pub(super) fn is_beyond((example, unit): (&Value, f64), relation: Relation, limit: &Value, stated: &Value) -> bool {
    let is_less = match relation {
        Relation::Less | Relation::AtMost => example.amount < limit.amount,
        Relation::More | Relation::AtLeast => example.amount > limit.amount,
        Relation::Equal => false,
    };
    let is_stated = |amount: f64| (amount - limit.amount).abs() <= SAME * limit.amount.abs();
    let is_bare = stated.measure == Measure::Amount([0; 7]);
    let is_of_kind =
        example.measure == limit.measure && (is_stated(stated.amount) || is_bare && is_stated(stated.amount * unit));
    is_less && is_of_kind && limit.bound != Bound::None && stated.bound == limit.bound
}

/// Returns the amount of the result in the units of the line; `None` if they measure different things.
fn comparable(result: &Value, target: &Found, reading: &Reading) -> Option<f64> {
    let own = &target.value;
    let (Measure::Amount(powers), Measure::Amount(wanted)) = (result.measure, own.measure) else {
        return (result.measure == own.measure).then_some(result.amount);
    };
    if powers == wanted {
        return is_of_thing(result.rate.as_ref(), own.rate.as_ref(), reading).then_some(result.amount);
    }
    // `Monday to Friday` makes hours a day hours a week.
    let is_week = own.rate.as_ref().is_some_and(|rate| rate.stem == "week");
    if result.is_weekly && is_week && powers == added(wanted, TIME) {
        return Some(result.amount / (7.0 * DAY));
    }
    if wanted == [0; 7] && own.rate.is_none() {
        return bare_unit(result, target, reading);
    }
    // The unit of charge may be elsewhere in the line: `adds $200 to the monthly bill`.
    let is_free = own.rate.as_ref().is_none_or(|rate| rate.dimension.is_none());
    let rate = result.rate.as_ref().filter(|rate| is_free && names_rate(rate, target, reading))?;
    let dimension = rate.dimension?;
    (added(powers, dimension) == wanted).then_some(result.amount * rate.factor)
}

fn added(powers: [i8; 7], dimension: usize) -> [i8; 7] {
    let more = power(dimension, 1);
    std::array::from_fn(|at| powers.get(at).copied().unwrap_or(0).saturating_add(more.get(at).copied().unwrap_or(0)))
}

/// True for amounts by the same thing. A price per guest is no price, unless the line speaks of each guest.
fn is_of_thing(result: Option<&Rate>, own: Option<&Rate>, reading: &Reading) -> bool {
    match (result, own) {
        (Some(result), Some(own)) => {
            result.dimension == own.dimension && (result.dimension.is_some() || result.stem == own.stem)
        }
        (Some(result), None) => {
            result.dimension.is_some() || THINGS.contains(&result.stem.as_str()) || names_thing(result, reading)
        }
        (None, _) => true,
    }
}

fn names_thing(rate: &Rate, reading: &Reading) -> bool {
    let thing = super::super::reading::Word { stem: rate.stem.clone(), text: rate.stem.clone(), ..Default::default() };
    reading.has(EACH) || reading.words.iter().any(|word| relation(word, &thing) >= RELATED)
}

/// True if a line names a unit of charge apart from its figures: `monthly`, `for a night`.
fn names_rate(rate: &Rate, target: &Found, reading: &Reading) -> bool {
    let is_inside = |at: usize| {
        target.at.contains(&at) || reading.quantities.iter().any(|one| (one.at..one.end).contains(&at) && one.raw > 1.0)
    };
    reading.words.iter().enumerate().any(|(at, word)| {
        let is_adverb = charged_by(&word.text) == Some(rate.stem.as_str());
        is_adverb || word.stem == rate.stem && !word.text.ends_with('s') && !is_inside(at)
    })
}

/// Returns the result in the unit of another figure, for a bare number: `6 miles against 32`.
fn bare_unit(result: &Value, target: &Found, reading: &Reading) -> Option<f64> {
    let next = reading.words.get(target.at.end);
    let is_bare = next.is_none_or(|next| next.is_after_mark || !next.is_content());
    let others = reading.quantities.iter().filter(|one| one.at >= target.at.end || one.end <= target.at.start);
    let mut others = others.filter_map(|one| {
        let found = super::figures::figure(reading, &(one.at..one.end))?;
        let is_same = found.value.measure == result.measure && found.value.rate == result.rate;
        (is_same && one.raw > 0.0 && found.value.rate.is_none()).then(|| found.value.amount / one.raw)
    });
    is_bare.then(|| others.next()).flatten().map(|factor| result.amount / factor)
}

fn is_limited_alike(result: &Value, own: &Value, reading: &Reading) -> bool {
    match result.bound {
        Bound::None => true,
        Bound::Above | Bound::AtLeast => {
            matches!(own.bound, Bound::Above | Bound::AtLeast) || own.bound == Bound::None && reading.has(LEAST)
        }
        Bound::Below | Bound::AtMost => {
            matches!(own.bound, Bound::Below | Bound::AtMost) || own.bound == Bound::None && reading.has(MOST)
        }
    }
}

fn is_placed_alike(result: &Value, own: &Value, reading: &Reading) -> bool {
    match (result.place, own.place) {
        (Place::Single, Place::Single) => true,
        (one, two) if one == two => true,
        (Place::Low, Place::Single) => own.bound == Bound::AtLeast || own.bound == Bound::None && reading.has(LEAST),
        (Place::High, Place::Single) => own.bound == Bound::AtMost || own.bound == Bound::None && reading.has(MOST),
        // Two figures of a line with a word between them look like a range.
        (Place::Single, _) => own.bound == Bound::None,
        _ => false,
    }
}

pub(super) fn is_near(result: &Value, amount: f64, target: &Found, reading: &Reading) -> bool {
    let own = &target.value;
    if own.amount == 0.0 || amount == 0.0 {
        return own.amount == amount && own.bound == result.bound;
    }
    let is_equal = is_equal(result, amount, own);
    let (largest, is_above, is_below) = (amount.abs().max(own.amount.abs()), amount > own.amount, amount < own.amount);
    let is_within = |share: f64| (amount - own.amount).abs() <= share * largest;
    match own.bound {
        Bound::Above => is_equal && result.bound == Bound::Above || !is_equal && is_above && is_within(OPEN),
        Bound::Below => is_equal && result.bound == Bound::Below || !is_equal && is_below && is_within(OPEN),
        Bound::AtLeast => is_equal || is_above && is_within(OPEN),
        Bound::AtMost => is_equal,
        Bound::None => match rounding(reading, &target.at) {
            Rounding::Exact => is_equal,
            Rounding::About => is_within(ROUNDED) || is_equal,
            Rounding::Almost => !is_equal && is_below && is_within(ROUNDED),
        },
    }
}

/// True for the same amount: to the cent, and to the day of a month, which has 28 to 31 days.
fn is_equal(result: &Value, amount: f64, own: &Value) -> bool {
    if (amount - own.amount).abs() <= SAME * amount.abs().max(own.amount.abs()) {
        return true;
    }
    if own.measure == Measure::Amount(power(MONEY, 1)) {
        return (amount - own.amount).abs() <= HALF_CENT && own.amount >= 0.01 && !is_whole_cents(amount);
    }
    let (low, high) = match (result.calendar.max(own.calendar), result.calendar.min(own.calendar)) {
        (long, short) if long <= 0.0 || short > 0.0 || own.measure != Measure::Amount(power(TIME, 1)) => return false,
        (long, _) if long < 2.0 * MONTH => (28.0 * DAY / MONTH, 31.0 * DAY / MONTH),
        _ => (364.0 * DAY / YEAR, 366.0 * DAY / YEAR),
    };
    let share = if result.calendar > 0.0 { own.amount / amount } else { amount / own.amount };
    (low - SAME..=high + SAME).contains(&share)
}

fn is_whole_cents(amount: f64) -> bool {
    (100.0 * amount - (100.0 * amount).round()).abs() < SAME
}

fn rounding(reading: &Reading, at: &Range<usize>) -> Rounding {
    let before = |back: usize| {
        at.start.checked_sub(back).and_then(|at| reading.words.get(at)).map_or("", |word| word.text.as_str())
    };
    if NEAR.contains(&before(1)) || before(2) == "close" && before(1) == "to" {
        Rounding::About
    } else if BELOW.contains(&before(1)) || before(2) == "just" && before(1) == "under" {
        Rounding::Almost
    } else {
        Rounding::Exact
    }
}

/// True if a figure that a line gives as an example fits the limit of a fact, in the same direction: 1965 and `before 1978`.
pub(super) fn fits(example: &Value, relation: Relation, limit: &Value) -> bool {
    let is_of_kind = example.measure == limit.measure && example.rate.is_none() && limit.rate.is_none();
    let (one, other) = (example.amount, limit.amount);
    let is_said = match limit.bound {
        Bound::Below => relation == Relation::Less && one < other,
        Bound::AtMost => matches!(relation, Relation::Less | Relation::AtMost) && one <= other,
        Bound::Above => relation == Relation::More && one > other,
        Bound::AtLeast => matches!(relation, Relation::More | Relation::AtLeast) && one >= other,
        Bound::None => false,
    };
    is_of_kind && is_said && example.bound == Bound::None
}
