//! Superlatives that follow from figures: `cheapest`, `largest`.

use super::super::evidence::Evidence;
use super::super::quantity::{Place, Quantity};
use super::super::reading::Reading;
use super::Context;
use super::figures::figure;
use super::parse::{Expression, Function};
use super::value::Value;
use crate::content::input::FactKind;

/// Claims that figures decide: least, then most.
const LEAST: &[&str] = &["lowest", "cheapest", "fastest"];
const MOST: &[&str] = &["highest", "largest", "greatest", "oldest"];

/// True for a claim that a calculation may support.
pub(in super::super) fn is_superlative(words: &str) -> bool {
    LEAST.contains(&words) || MOST.contains(&words)
}

/// Returns the positions of the statements from which a superlative follows: the figure of the thing that the line is about is the
/// least, or most, of all figures of facts of its kind with its unit.
pub(super) fn follows(context: &Context<'_, '_>, words: &str, expression: &Expression) -> Option<Vec<usize>> {
    let Expression::Call(function, operands) = expression else { return None };
    let is_least = match function {
        Function::Least if LEAST.contains(&words) => true,
        Function::Most if MOST.contains(&words) => false,
        _ => return None,
    };
    // Only what the facts compare: not the business with others, and not within a town.
    if context.reading.is_of_business || operands.len() < 2 || names_place(context) {
        return None;
    }
    let mut values: Vec<Value> = operands.iter().map(|one| context.operand(one)).collect::<Option<_>>()?;
    if values.iter().any(|one| one.statements.len() != 1) {
        return None;
    }
    if is_of_one_range(context, &values) {
        return values.first().map(|one| one.statements.clone());
    }
    values.sort_by(|one, other| one.amount.total_cmp(&other.amount));
    if !is_least {
        values.reverse();
    }
    let (best, rest) = values.split_first()?;
    let is_comparable = |one: &Value| one.measure == best.measure && one.rate == best.rate && one.amount != best.amount;
    let at = *best.statements.first()?;
    if !rest.iter().all(is_comparable) {
        return None;
    }
    let statements: Vec<usize> = values.iter().flat_map(|one| one.statements.clone()).collect();
    (is_whole(context, best, &values) && is_nearest(context, at, &statements)).then_some(statements)
}

/// True for both ends of the range of one fact, of which the first is the least and the last is the most.
fn is_of_one_range(context: &Context<'_, '_>, values: &[Value]) -> bool {
    let [one, other] = values else { return false };
    let is_of = |value: &Value, quantity: &Quantity, statement: &Reading| {
        read(statement, quantity).is_some_and(|own| own.amount == value.amount && own.measure == value.measure)
    };
    let is_range = |at: &usize| {
        let statement = context.evidence.statements.get(*at);
        statement.is_some_and(|statement| {
            statement.reading.quantities.windows(2).any(|pair| {
                let [low, high] = pair else { return false };
                let is_ends = low.place == Place::Low && high.place == Place::High;
                let is_first = is_of(one, low, &statement.reading) && is_of(other, high, &statement.reading);
                is_ends && (is_first || is_of(one, high, &statement.reading) && is_of(other, low, &statement.reading))
            })
        })
    };
    one.statements == other.statements && one.statements.iter().all(is_range)
}

/// True if the line speaks of a town or of other businesses: no fact compares them.
fn names_place(context: &Context<'_, '_>) -> bool {
    let places = context.evidence.known.iter().filter(|known| known.fact.kind == FactKind::Place);
    let stems: Vec<&String> = places.flat_map(|place| &place.stems).collect();
    let is_other = |text: &str| {
        matches!(text, "town" | "city" | "county" | "state" | "area" | "region" | "other" | "others" | "any")
    };
    context.reading.words.iter().any(|word| stems.contains(&&word.stem) || is_other(&word.text))
}

/// True if the values are those of all facts of the kind with the unit.
fn is_whole(context: &Context<'_, '_>, best: &Value, values: &[Value]) -> bool {
    let Some(kind) = best.statements.first().and_then(|at| kind(&context.evidence, *at)) else { return false };
    let statements = context.evidence.statements.iter().enumerate();
    let mut of_kind = statements.filter(|(_, statement)| statement.fact.kind == kind);
    of_kind.all(|(at, statement)| {
        let own = |one: &Quantity| read(&statement.reading, one).filter(|value| is_same_unit(value, best));
        let figures: Vec<Value> = statement.reading.quantities.iter().filter_map(own).collect();
        figures.iter().all(|one| one.place == Place::High)
            || values
                .iter()
                .any(|value| value.statements == [at] && figures.iter().any(|one| one.amount == value.amount))
    })
}

fn kind(evidence: &Evidence<'_>, at: usize) -> Option<FactKind> {
    evidence.statements.get(at).map(|statement| statement.fact.kind)
}

fn read(reading: &Reading, one: &Quantity) -> Option<Value> {
    figure(reading, &(one.at..one.end)).map(|found| found.value)
}

fn is_same_unit(one: &Value, other: &Value) -> bool {
    one.measure == other.measure && one.rate == other.rate
}

/// True if no other fact has more words of the line.
fn is_nearest(context: &Context<'_, '_>, best: usize, statements: &[usize]) -> bool {
    let own = context.shared(best);
    own > 0 && statements.iter().all(|at| *at == best || context.shared(*at) < own)
}
