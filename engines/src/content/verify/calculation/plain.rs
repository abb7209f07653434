//! Calculations that count by their words and their numbers, whatever their units.
//!
//! Code can always decide whether words are in a fact, which numbers they have, and whether a sum is right. What people count by, and how they
//! put it, it reads only in part: `a year of membership`, `three by eight feet`, `each mile beyond that`. So units and limits refuse nothing that
//! a second reading passes: each operand must be words of a named fact or of the line, one of them of a fact, the arithmetic must give the figure of
//! the line, and money must come from money.

use std::ops::Range;

use super::super::evidence::Statement;
use super::super::numbers::is_promise;
use super::super::quantity::{Bound, Place, Quantity};
use super::super::reading::Reading;
use super::super::units::{Unit, charged_by, unit_of};
use super::agree::is_near;
use super::amounts::{Amount, Scale, amounts, of_quantity, valued};
use super::figures::{self, Found, figure, places};
use super::forms::minutes;
use super::parse::{Expression, Function, Operation};
use super::value::{DAY, Measure, Value};
use super::{Context, DOUBLING, conditions};

/// Maximum number of results of a calculation whose words have several numbers.
const MOST_RESULTS: usize = 24;

/// A number, and where it comes from.
#[derive(Debug, Clone, Default)]
pub(super) struct Plain {
    number: f64,
    /// Power of money.
    money: i8,
    /// For a moment, after how much it repeats.
    period: Option<f64>,
    /// True if an operand of a fact is a limit or the end of a range.
    is_limit: bool,
    statements: Vec<usize>,
    pub(super) supposed: Vec<Range<usize>>,
}

impl Plain {
    fn number(number: f64) -> Self {
        Self { number, ..Self::default() }
    }

    fn of(amount: Amount) -> Self {
        let money = i8::from(amount.is_money);
        Self { money, period: amount.period, is_limit: amount.is_limit, ..Self::number(amount.number) }
    }

    /// Returns the result of an operation; `None` if money or moments do not allow it.
    fn with(&self, operation: Operation, other: &Self) -> Option<Self> {
        let is_moment = self.period.is_some() || other.period.is_some();
        let (number, money, period) = match operation {
            Operation::Add | Operation::Subtract if self.money != other.money => return None,
            Operation::Multiply | Operation::Divide if is_moment => return None,
            Operation::Add if self.period.is_some() && other.period.is_some() => return None,
            Operation::Add => (self.number + other.number, self.money, self.period.or(other.period)),
            Operation::Subtract => {
                let (number, period) = self.less(other)?;
                (number, self.money, period)
            }
            Operation::Multiply => (self.number * other.number, self.money.checked_add(other.money)?, None),
            Operation::Divide => (self.number / other.number, self.money.checked_sub(other.money)?, None),
        };
        let is_limit = self.is_limit || other.is_limit;
        let statements = [self.statements.clone(), other.statements.clone()].concat();
        let supposed = [self.supposed.clone(), other.supposed.clone()].concat();
        number.is_finite().then_some(Self { number, money, period, is_limit, statements, supposed })
    }

    /// Returns the difference. From Friday to Sunday it is 2 days, and so it is from Saturday to Monday.
    fn less(&self, other: &Self) -> Option<(f64, Option<f64>)> {
        let number = self.number - other.number;
        match (self.period, other.period) {
            (Some(one), Some(two)) => (one == two).then_some((if number < 0.0 { number + one } else { number }, None)),
            (None, Some(_)) => None,
            (period, None) => Some((number, period)),
        }
    }

    fn together(&self, function: Function, other: &Self) -> Option<Self> {
        let sum = self.with(Operation::Add, other)?;
        Some(match function {
            Function::Least => Self { number: self.number.min(other.number), ..sum },
            Function::Most => Self { number: self.number.max(other.number), ..sum },
            Function::Sum | Function::Count => sum,
        })
    }
}

/// Returns the value of a calculation by its numbers if it is the figure of the line.
pub(super) fn result(context: &Context<'_, '_>, expression: &Expression, target: &Found) -> Option<(Value, Plain)> {
    let is_single = matches!(expression, Expression::Figure(_));
    if is_single && !is_other_form(context, expression, target) {
        return None;
    }
    let of = |scale: Scale| {
        let all = evaluate(context, expression, (&target.at, scale));
        all.into_iter().find_map(|found| Some((said(context, &found, (target, scale))?, found)))
    };
    of(Scale::Written).or_else(|| of(Scale::Base)).filter(|(value, _)| !value.statements.is_empty())
}

/// True for a figure that a fact has in words that are no quantity, and for a bare number without its unit: `three days` and `Friday to Sunday`,
/// `billed as four` and `four-hour minimum`. Else a figure that is only repeated must be in the fact as it is.
fn is_other_form(context: &Context<'_, '_>, expression: &Expression, target: &Found) -> bool {
    let has_quantity =
        |text: &str| context.named_fact(text).is_none_or(|(_, rest)| !context.reader.read(rest).quantities.is_empty());
    let is_worded = expression.figures().into_iter().all(|text| !has_quantity(text));
    is_worded || quantity_at(&context.reading, &target.at).is_some_and(|own| is_bare(&context.reading, own))
}

/// True for a number that counts nothing that the line names.
pub(super) fn is_bare(reading: &Reading, own: &Quantity) -> bool {
    let next = reading.words.get(own.end);
    own.unit == Unit::Count && next.is_none_or(|next| next.is_after_mark || !next.is_content())
}

/// Returns a result as the value of the figure of the line, if the line may say that figure for it.
fn said(context: &Context<'_, '_>, found: &Plain, (target, scale): (&Found, Scale)) -> Option<Value> {
    let line = &context.reading;
    let own = quantity_at(line, &target.at);
    let mut statements = found.statements.clone();
    statements.sort_unstable();
    statements.dedup();
    let is_money = own.is_some_and(|own| own.unit == Unit::Money);
    let is_charged =
        own.and_then(|own| own.per.as_deref()).is_none_or(|per| !is_money || has_time(context, found, per));
    if found.money != i8::from(is_money) || !is_charged {
        return None;
    }
    if let Some(period) = found.period {
        let is_said = is_moment(line, &target.at, (found.number, period));
        return is_said.then(|| Value { statements, ..valued(found.number, target.value.measure, Bound::None) });
    }
    let number = own.map_or(target.value.amount, |own| of_quantity(line, own, scale).number);
    let calendar = if scale == Scale::Base { target.value.calendar } else { 0.0 };
    let written = Value { amount: number, rate: None, calendar, ..target.value.clone() };
    let bound = if found.is_limit { target.value.bound } else { Bound::None };
    let value = Value { statements, ..valued(found.number, target.value.measure, bound) };
    let is_point = !matches!(target.value.measure, Measure::Amount(_) | Measure::Year);
    (!is_point && is_near(&value, found.number, &Found { value: written, at: target.at.clone() }, line))
        .then_some(value)
}

/// True unless a line charges money by a unit of time that neither the facts of the calculation nor the rest of the line name.
fn has_time(context: &Context<'_, '_>, found: &Plain, per: &str) -> bool {
    let is_time = unit_of(if per == "minut" { "minute" } else { per }, "").is_some_and(|(unit, _)| unit == Unit::Time);
    let facts = found.statements.iter().filter_map(|at| context.evidence.statements.get(*at));
    let mut facts = facts.flat_map(|one| one.reading.words.iter().chain(&one.subject));
    let own = context.reading.words.iter().filter(|word| word.stem == per).count();
    !is_time || own > 1 || facts.any(|word| word.stem == per || charged_by(&word.text) == Some(per))
}

/// True if a figure of the line is this hour: without a half of the day, either.
fn is_moment(line: &Reading, at: &Range<usize>, (number, period): (f64, f64)) -> bool {
    let has_half =
        |at: usize| line.words.get(at).is_some_and(|word| word.text.ends_with("am") || word.text.ends_with("pm"));
    let is_whole = (at.start..=at.end).any(has_half);
    let repeats = if is_whole { DAY } else { DAY / 2.0 };
    let own = minutes(line, at).filter(|_| period == DAY);
    own.is_some_and(|(own, _)| (own.rem_euclid(repeats) - number.rem_euclid(repeats)).abs() < 0.5)
}

/// Returns the amounts that the line supposes, if the calculation compares figures of facts with them: `lower = min(...)`.
pub(super) fn compared(context: &Context<'_, '_>, expression: &Expression) -> Option<Plain> {
    let Expression::Call(function @ (Function::Least | Function::Most), all) = expression else { return None };
    let of = |one: &Expression| evaluate(context, one, (&(0..0), Scale::Written)).into_iter().next();
    let found: Vec<Plain> = all.iter().map(of).collect::<Option<_>>()?;
    let is_of_facts = found.len() > 1 && found.iter().all(|one| !one.statements.is_empty());
    let mut found = found.into_iter().filter(|_| is_of_facts);
    let first = found.next()?;
    found.try_fold(first, |all, one| all.together(*function, &one))
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

/// Returns the results of an expression: several where words have several numbers.
fn evaluate(context: &Context<'_, '_>, expression: &Expression, (target, scale): (&Range<usize>, Scale)) -> Vec<Plain> {
    let inner = |one: &Expression| evaluate(context, one, (target, scale));
    match expression {
        Expression::Figure(text) => {
            let found = of_fact(context, text, scale);
            if found.is_empty() { of_line(context, text, (target, scale)) } else { found }
        }
        Expression::One => vec![Plain::number(1.0)],
        Expression::Two if context.reading.has(DOUBLING) => vec![Plain::number(2.0)],
        Expression::Two => Vec::new(),
        Expression::Conversion(number) => vec![Plain::number(*number)],
        Expression::Binary(left, operation, right) => {
            let right = inner(right);
            let pairs = inner(left)
                .into_iter()
                .flat_map(|left| right.iter().filter_map(|right| left.with(*operation, right)).collect::<Vec<_>>());
            pairs.take(MOST_RESULTS).collect()
        }
        Expression::Call(Function::Count, all) => {
            let counted = context.count(all);
            counted
                .map(|value| Plain { statements: value.statements, ..Plain::number(value.amount) })
                .into_iter()
                .collect()
        }
        Expression::Call(function, all) => {
            let mut all = all.iter().map(inner);
            let Some(first) = all.next() else { return Vec::new() };
            all.fold(first, |left, right| {
                let pairs = left.iter().flat_map(|one| right.iter().filter_map(|other| one.together(*function, other)));
                pairs.take(MOST_RESULTS).collect()
            })
        }
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

/// Returns the numbers of words of a named fact, or its figure with the same number.
fn of_fact(context: &Context<'_, '_>, text: &str, scale: Scale) -> Vec<Plain> {
    let Some((id, rest)) = context.named_fact(text) else { return Vec::new() };
    let operand = context.reader.read(rest);
    let is_own = |one: &Statement<'_>| one.fact.id == id && !is_promise(&context.reading, one);
    let own: Vec<(usize, &Statement<'_>)> =
        context.evidence.statements.iter().enumerate().filter(|(_, one)| is_own(one)).collect();
    let Some((first, _)) = own.first() else { return Vec::new() };
    if context.is_quote(id, rest) && !is_rest(&operand, &own) {
        let here = own.iter().find(|(_, one)| !places(&one.reading, &operand.words).is_empty());
        let at = here.map_or(*first, |(at, _)| *at);
        let found = amounts(&operand, scale).into_iter();
        return found.map(|one| Plain { statements: vec![at], ..Plain::of(one) }).collect();
    }
    let [amount] = operand.quantities.as_slice() else { return Vec::new() };
    let found = own.iter().find_map(|(at, one)| {
        let fact = &one.reading;
        let is_operand = |other: &&Quantity| {
            is_same(number(other), number(amount))
                && other.unit != Unit::Code
                && (other.unit == Unit::Money) == (amount.unit == Unit::Money)
                && is_of_unit(&operand, (fact, other))
        };
        let found = of_quantity(fact, fact.quantities.iter().find(is_operand)?, scale);
        Some(Plain { statements: vec![*at], ..Plain::of(found) })
    });
    found.into_iter().collect()
}

/// True for the rest of a figure of a fact: `half` of `one and a half`.
fn is_rest(operand: &Reading, own: &[(usize, &Statement<'_>)]) -> bool {
    let all = || {
        own.iter().flat_map(|(_, one)| places(&one.reading, &operand.words).into_iter().map(|at| (&one.reading, at)))
    };
    let is_behind = |(fact, at): (&Reading, Range<usize>)| {
        operand.quantities.is_empty() && at.clone().any(|part| figures::is_rest(fact, part) && part < at.start + 2)
    };
    all().next().is_some() && all().all(is_behind)
}

/// Returns the numbers of words of the line, or its figure with the same number. A figure that the line claims may be an operand too, but
/// this does not support it.
fn of_line(context: &Context<'_, '_>, text: &str, (target, scale): (&Range<usize>, Scale)) -> Vec<Plain> {
    let operand = context.reader.read(text);
    let line = &context.reading;
    let is_free = |at: &Range<usize>| at.end <= target.start || target.end <= at.start;
    let supposed = |at: &Range<usize>| {
        if conditions::may_be_operand(line, at) { vec![at.clone()] } else { Vec::new() }
    };
    let quantities = || line.quantities.iter().filter(|one| one.unit != Unit::Code && is_free(&(one.at..one.end)));
    let here: Vec<Range<usize>> = places(line, &operand.words).into_iter().filter(is_free).collect();
    if let Some(at) = here.iter().find(|at| conditions::may_be_operand(line, at)).or(here.first()) {
        let inside = quantities().filter(|one| one.at < at.end && at.start < one.end);
        let own: Vec<Range<usize>> = inside.flat_map(|one| supposed(&(one.at..one.end))).collect();
        let found = amounts(&operand, scale).into_iter().map(|one| Plain { is_limit: false, ..Plain::of(one) });
        return found.map(|one| Plain { supposed: own.clone(), ..one }).collect();
    }
    let [amount] = operand.quantities.as_slice() else { return Vec::new() };
    let mut same = quantities().filter(|one| is_same(number(one), number(amount)) && is_of_unit(&operand, (line, one)));
    let found = same.next().map(|one| {
        let amount = Amount { is_limit: false, ..of_quantity(line, one, scale) };
        Plain { supposed: supposed(&(one.at..one.end)), ..Plain::of(amount) }
    });
    found.into_iter().collect()
}

impl Context<'_, '_> {
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
