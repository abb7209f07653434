//! Calculations of which not all units can be read: they count by their numbers.
//!
//! Code can always decide whether a number is in a fact, and whether a sum is right. What people count by, and how they put it, it
//! reads only in part: `a year of membership`, `three by eight feet`, `with the dog`. Where the units of a calculation work out, they decide;
//! where they cannot be read, each number must be in a named fact or supposed by the line, the result must be the number of the line, and
//! its kind must be among the operands. A limit or the end of a range counts only if the line supposes the same number.

use std::ops::Range;

use super::super::evidence::Statement;
use super::super::numbers::is_promise;
use super::super::quantity::{Bound, Place, Quantity};
use super::super::reading::Reading;
use super::super::units::{Unit, unit_of};
use super::agree::is_near;
use super::figures::{Found, figure, places};
use super::parse::{Expression, Function, Operation};
use super::value::{Measure, Value};
use super::{Context, DOUBLING, conditions};

/// A number, and where it comes from.
#[derive(Debug, Clone, Default)]
pub(super) struct Plain {
    number: f64,
    /// Units of its figures, and what these are charged by.
    units: Vec<(Unit, Option<String>)>,
    statements: Vec<usize>,
    pub(super) supposed: Vec<Range<usize>>,
}

impl Plain {
    fn with(mut self, other: Self, number: f64) -> Option<Self> {
        self.units.extend(other.units);
        self.statements.extend(other.statements);
        self.supposed.extend(other.supposed);
        number.is_finite().then_some(Self { number, ..self })
    }
}

/// Returns the value of a calculation by its numbers if it is the figure of the line.
pub(super) fn result(context: &Context<'_, '_>, expression: &Expression, target: &Found) -> Option<(Value, Plain)> {
    // A figure that is only repeated must be in the fact as it is.
    if matches!(expression, Expression::Figure(_)) {
        return None;
    }
    let own = quantity_at(&context.reading, &target.at)?;
    let found = evaluate(context, expression, &target.at)?;
    let mut statements = found.statements.clone();
    statements.sort_unstable();
    statements.dedup();
    let value = Value { measure: target.value.measure, statements, ..Value::number(found.number) };
    let written = Value { amount: number(own), rate: None, calendar: 0.0, ..target.value.clone() };
    let line = Found { value: written, at: target.at.clone() };
    let is_said = is_of_kind(own, &found) && is_near(&value, found.number, &line, &context.reading);
    (is_said && !value.statements.is_empty()).then_some((value, found))
}

/// Returns the amounts that the line supposes, if the calculation compares figures of facts with them: `lower = min(...)`.
pub(super) fn compared(context: &Context<'_, '_>, expression: &Expression) -> Option<Plain> {
    let Expression::Call(Function::Least | Function::Most, all) = expression else { return None };
    let found = all.iter().map(|one| evaluate(context, one, &(0..0))).collect::<Option<Vec<_>>>()?;
    let is_of_facts = found.len() > 1 && found.iter().all(|one| !one.statements.is_empty());
    let mut found = found.into_iter().filter(|_| is_of_facts);
    let first = found.next()?;
    found.try_fold(first, |all, one| {
        let number = all.number;
        all.with(one, number)
    })
}

/// True if an operand is a bare number of the line before a word that may be a unit or the thing that is counted: `nine` of `nine yard
/// signs`.
pub(super) fn is_ambiguous(context: &Context<'_, '_>, expression: &Expression) -> bool {
    match expression {
        Expression::Figure(text) => {
            let words = context.reader.read(text).words;
            let is_noun = |one: &Quantity| {
                let unit = one.end.checked_sub(1).and_then(|at| context.reading.words.get(at));
                let next = context.reading.words.get(one.end);
                one.raw > 1.0
                    && unit.is_some_and(|unit| !unit.is_joined && !unit.text.ends_with('s') && is_unit(&unit.text))
                    && next.is_some_and(|next| next.is_content() && !next.is_after_mark)
            };
            words.len() == 1
                && places(&context.reading, &words)
                    .iter()
                    .filter_map(|at| quantity_at(&context.reading, at))
                    .any(is_noun)
        }
        Expression::Binary(left, _, right) => is_ambiguous(context, left) || is_ambiguous(context, right),
        Expression::Call(_, all) => all.iter().any(|one| is_ambiguous(context, one)),
        Expression::One | Expression::Two | Expression::Conversion(_) => false,
    }
}

fn is_unit(word: &str) -> bool {
    unit_of(word, "").is_some()
}

fn quantity_at<'r>(reading: &'r Reading, at: &Range<usize>) -> Option<&'r Quantity> {
    reading.quantities.iter().find(|one| one.at < at.end && at.start < one.end)
}

/// Returns one unit of a figure, in base units.
pub(super) fn unit_at(reading: &Reading, found: &Found) -> f64 {
    let raw = quantity_at(reading, &found.at).map_or(0.0, |one| one.raw);
    if raw > 0.0 { found.value.amount / raw } else { 1.0 }
}

/// Returns the number as it is written; a percentage is a share.
fn number(one: &Quantity) -> f64 {
    if one.unit == Unit::Percent { one.raw / 100.0 } else { one.raw }
}

/// True if the kind of the figure is among the operands: no price follows from lengths alone. Counts and shares follow from any.
fn is_of_kind(own: &Quantity, found: &Plain) -> bool {
    let is_kin = |unit: Unit| {
        unit == own.unit
            || matches!(
                (own.unit, unit),
                (Unit::Time | Unit::Ordinal, Unit::Clock | Unit::Year | Unit::WorkingTime)
                    | (Unit::Ordinal, Unit::Time)
                    | (Unit::Area | Unit::Volume, Unit::Length)
            )
    };
    let is_free = matches!(own.unit, Unit::Count | Unit::Percent);
    let is_charged = own.per.is_none() || found.units.iter().any(|(_, per)| *per == own.per);
    is_charged && (is_free || found.units.iter().any(|(unit, _)| is_kin(*unit)))
}

fn evaluate(context: &Context<'_, '_>, expression: &Expression, target: &Range<usize>) -> Option<Plain> {
    let known = |number: f64| Some(Plain { number, ..Plain::default() });
    match expression {
        Expression::Figure(text) => of_fact(context, text).or_else(|| of_line(context, text, target)),
        Expression::One => known(1.0),
        Expression::Two => known(2.0).filter(|_| context.reading.has(DOUBLING)),
        Expression::Conversion(number) => known(*number),
        Expression::Binary(left, operation, right) => {
            let (left, right) = (evaluate(context, left, target)?, evaluate(context, right, target)?);
            let number = match operation {
                Operation::Add => left.number + right.number,
                Operation::Subtract => left.number - right.number,
                Operation::Multiply => left.number * right.number,
                Operation::Divide => left.number / right.number,
            };
            left.with(right, number)
        }
        Expression::Call(Function::Count, _) => None,
        Expression::Call(function, all) => {
            let mut all = all.iter().map(|one| evaluate(context, one, target)).collect::<Option<Vec<_>>>()?.into_iter();
            let first = all.next()?;
            all.try_fold(first, |one, other| {
                let number = match function {
                    Function::Least => one.number.min(other.number),
                    Function::Most => one.number.max(other.number),
                    Function::Sum | Function::Count => one.number + other.number,
                };
                one.with(other, number)
            })
        }
    }
}

/// Returns the one number of a text, with its unit: `$26`, `Half`, `Two`, `a full year`.
fn read(reading: &Reading) -> Option<(f64, Option<&Quantity>)> {
    match reading.quantities.as_slice() {
        [one] if one.unit != Unit::Code => Some((number(one), Some(one))),
        [] => {
            let found = figure(reading, &(0..reading.words.len()))?.value;
            let is_share = found.measure == Measure::Amount([0; 7]);
            Some((if is_share { found.amount } else { 1.0 }, None))
        }
        _ => None,
    }
}

fn is_same(one: f64, other: f64) -> bool {
    (one - other).abs() <= 1e-9 * one.abs().max(other.abs())
}

/// True unless an operand names another unit than the figure that it copies: `$3 per square foot` for `$3 per foot`. A bare number has the
/// unit of the other.
fn is_of_unit(operand: &Reading, (text, one): (&Reading, &Quantity)) -> bool {
    let own = figure(operand, &(0..operand.words.len())).map(|found| found.value);
    let other = figure(text, &(one.at..one.end)).map(|found| found.value);
    let (Some(own), Some(other)) = (own, other) else { return true };
    let bare = Measure::Amount([0; 7]);
    let is_bare = own.measure == bare || other.measure == bare;
    // `$640` may be short for `$640 per month`.
    own.measure == other.measure || is_bare || own.rate.is_none() && other.rate.is_some()
}

/// Returns a number that a named fact has.
fn of_fact(context: &Context<'_, '_>, text: &str) -> Option<Plain> {
    let (id, rest) = context.named_fact(text)?;
    let operand = context.reader.read(rest);
    let (amount, _) = read(&operand)?;
    let is_own = |one: &Statement<'_>| one.fact.id == id && !is_promise(&context.reading, one);
    let statements = context.evidence.statements.iter().enumerate().filter(|(_, one)| is_own(one));
    let mut found = statements.filter_map(|(at, statement)| {
        let fact = &statement.reading;
        let is_operand = |one: &&Quantity| {
            is_same(number(one), amount) && is_of_unit(&operand, (fact, one)) && context.is_exact(fact, one)
        };
        let one = fact.quantities.iter().find(is_operand);
        if let Some(one) = one {
            let units = vec![(one.unit, one.per.clone())];
            return Some(Plain { number: amount, units, statements: vec![at], ..Plain::default() });
        }
        // Words without digits: `two`, `half`.
        let is_here = operand.quantities.is_empty() && !places(fact, &operand.words).is_empty();
        is_here.then(|| Plain { number: amount, statements: vec![at], ..Plain::default() })
    });
    found.next()
}

/// Returns a number that the line supposes.
fn of_line(context: &Context<'_, '_>, text: &str, target: &Range<usize>) -> Option<Plain> {
    let operand = context.reader.read(text);
    let (amount, _) = read(&operand)?;
    let line = &context.reading;
    let is_free =
        |at: &Range<usize>| (at.end <= target.start || target.end <= at.start) && conditions::may_be_supposed(line, at);
    let quantities = line.quantities.iter().filter(|one| one.unit != Unit::Code && is_same(number(one), amount));
    let mut quantities = quantities.filter(|one| is_free(&(one.at..one.end)) && is_of_unit(&operand, (line, one)));
    if let Some(one) = quantities.next() {
        let (units, place) = (vec![(one.unit, one.per.clone())], one.at..one.end);
        return Some(Plain { number: amount, units, supposed: vec![place], ..Plain::default() });
    }
    let at = places(line, &operand.words).into_iter().find(|at| operand.quantities.is_empty() && is_free(at))?;
    Some(Plain { number: amount, supposed: vec![at], ..Plain::default() })
}

impl Context<'_, '_> {
    /// True for a figure of a fact without a limit, and for a limit or the end of a range that the line supposes as an exact figure: with
    /// `from $950`, what follows `for a $950 survey`.
    pub(super) fn is_exact(&self, fact: &Reading, one: &Quantity) -> bool {
        let limit = figure(fact, &(one.at..one.end)).map_or(one.bound, |found| found.value.bound);
        let is_open = limit != Bound::None || one.place != Place::Single;
        !is_open || self.is_restated(one)
    }

    /// True if the line supposes the figure of a fact itself, without a limit.
    pub(super) fn is_restated(&self, one: &Quantity) -> bool {
        self.reading.quantities.iter().any(|own| {
            is_same(number(own), number(one))
                && (own.unit == one.unit || matches!((own.unit, one.unit), (_, Unit::Count) | (Unit::Count, _)))
                && own.bound == Bound::None
                && own.place == Place::Single
                && conditions::may_be_supposed(&self.reading, &(own.at..own.end))
        })
    }
}
