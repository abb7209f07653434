//! Calculations with which a second reading derives figures and superlatives of a line from facts, verified here.
//!
//! A calculation comes from a model, and nothing of it is trusted: each figure in it must be in a fact that the verdict names, or in the line,
//! one of them in a fact, and the result must be the figure of the line as its words round it. Where units and limits work out, they also read
//! calculations in other units; where they cannot be read or do not, the words, the numbers and money decide ([`plain`]).

mod agree;
mod amounts;
mod conditions;
mod figures;
mod forms;
mod parse;
mod plain;
mod superlative;
mod supposition;
mod value;

pub(super) use conditions::may_name;
pub(super) use superlative::is_superlative;

use std::ops::Range;

use super::derived::{about, shared, specific};
use super::evidence::{Evidence, Statement};
use super::figure::telephones;
use super::leaks;
use super::numbers::{is_near, is_promise, is_same, written};
use super::quantity::{Bound, Place, Quantity};
use super::reading::{MOST_WORDS, Reader, Reading};
use super::units::Unit;
use crate::common::Unattended;
use crate::content::facts::Sheet;
use crate::content::input::{Fact, FactKind};
use agree::{agrees, fits, is_beyond};
use figures::{Found, figure, places};
use parse::{Calculation, Expression, Function, Operation, Relation, parse};
use supposition::Supposition;
use value::{Measure, Rate, Value};

/// Maximum number of calculations and suppositions of a line that are read.
const MOST_CALCULATIONS: usize = 24;
/// Relations of a figure of a line to a limit of a fact.
const LIMITS: &[Relation] = &[Relation::Less, Relation::AtMost, Relation::More, Relation::AtLeast];
/// The same, and to the same figure in another unit.
const RELATIONS: &[Relation] = &[Relation::Equal, Relation::Less, Relation::AtMost, Relation::More, Relation::AtLeast];
/// Words that only double with the number 2.
const DOUBLING: &[&str] = &["two", "twice", "double", "both", "half", "pair", "couple"];

/// A figure or superlative of a line that follows from facts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Calculated {
    /// Its words.
    pub words: String,
    /// Facts from which it follows; none for a figure that the line supposes.
    pub fact_ids: Vec<String>,
}

/// Returns the figures and superlatives of a line that follow from the named facts by these calculations, and the figures that the line
/// only supposes, by these suppositions. Others count for nothing, and neither do facts that cannot be read.
#[must_use]
pub fn calculated(line: &str, named: &[String], calculations: &[&str], facts: &[Fact]) -> Vec<Calculated> {
    if line.len() >= MOST_WORDS {
        return Vec::new();
    }
    let all = || calculations.iter().take(MOST_CALCULATIONS);
    let parsed: Vec<Calculation> = all().filter_map(|text| parse(text)).collect();
    let supposed: Vec<Supposition<'_>> = all().filter_map(|text| supposition::parse(text)).collect();
    let Ok(sheet) = Sheet::read(facts) else { return Vec::new() };
    let reader = Reader::new(sheet.of(FactKind::Business).map(|fact| fact.value.as_str()));
    let Ok(evidence) = Evidence::read(sheet, &reader, &Unattended) else { return Vec::new() };
    let (_, plain) = leaks::check(line, &[], &evidence);
    let reading = reader.read(&telephones(&plain).1);
    let context = Context { reading, evidence, reader: &reader, named };
    let mut found: Vec<Calculated> = parsed.iter().flat_map(|one| context.follows(one)).collect();
    context.add_plain(&mut found);
    context.add_supposed(&mut found, &supposed);
    found
}

/// A line with the facts.
struct Context<'a, 'b> {
    reading: Reading,
    evidence: Evidence<'a>,
    reader: &'b Reader,
    named: &'b [String],
}

/// A value, and the figures of the line that it supposes.
struct Evaluated {
    value: Value,
    supposed: Vec<Range<usize>>,
}

impl Context<'_, '_> {
    /// Adds the figures of the line that a named fact has in another unit, or whose limit or range they fit: these need no calculation.
    fn add_plain(&self, found: &mut Vec<Calculated>) {
        let facts: Vec<String> =
            self.evidence.statements.iter().filter_map(|one| self.figures_of(one)).flatten().collect();
        for own in &self.reading.quantities {
            let words = written(&self.reading, own);
            // What prices and counts come to depends on more than one figure.
            let is_measure = !matches!(own.unit, Unit::Money | Unit::Count | Unit::Percent) && own.bound == Bound::None;
            let relations = if is_measure { RELATIONS } else { LIMITS };
            if !found.iter().any(|one| one.words == words) {
                let plain = facts.iter().find_map(|text| self.plain(&words, text, relations));
                found.extend(plain.unwrap_or_default());
            }
        }
    }

    /// Returns the figures of a statement of a named fact, as calculations write them.
    fn figures_of(&self, statement: &Statement<'_>) -> Option<Vec<String>> {
        let id = self.named.iter().find(|id| **id == statement.fact.id)?;
        let figures = statement.reading.quantities.iter();
        Some(figures.map(|one| format!("{id}: {}", written(&statement.reading, one))).collect())
    }

    /// Returns what a figure of a fact alone supports of a figure of the line.
    fn plain(&self, words: &str, figure: &str, relations: &[Relation]) -> Option<Vec<Calculated>> {
        relations.iter().find_map(|relation| {
            let expression = Expression::Figure(figure.to_owned());
            let calculation = Calculation { words: words.to_owned(), relation: *relation, expression };
            Some(self.follows(&calculation)).filter(|all| !all.is_empty())
        })
    }

    /// Returns what a calculation supports: its figure, and the figures that it supposes.
    fn follows(&self, calculation: &Calculation) -> Vec<Calculated> {
        let words = calculation.words.to_lowercase();
        if is_superlative(&words) {
            let found = superlative::follows(self, &words, &calculation.expression);
            return found.map(|from| vec![Calculated { words, fact_ids: self.ids(&from) }]).unwrap_or_default();
        }
        let mut targets = places(&self.reading, &self.reader.read(&calculation.words).words);
        if targets.is_empty() {
            targets = self.figures_named(&calculation.words).into_iter().map(|one| one.at..one.end).collect();
        }
        if let Some(found) = targets.iter().find_map(|at| forms::follows(self, calculation, at)) {
            return found;
        }
        let found: Vec<Found> = targets.iter().flat_map(|at| self.figures_in(at)).collect();
        if !targets.is_empty() && found.is_empty() {
            let plain = plain::compared(self, &calculation.expression);
            return plain.map(|one| self.supposed(&one.supposed)).unwrap_or_default();
        }
        let mut all = found.iter().filter_map(|target| self.support(calculation, target));
        all.find(|all| !all.is_empty()).unwrap_or_default()
    }

    /// Returns the figures of words of the line: one, or each of several.
    fn figures_in(&self, at: &Range<usize>) -> Vec<Found> {
        let inside = self.reading.quantities.iter().filter(|one| one.at < at.end && at.start < one.end);
        let each = || inside.filter_map(|one| figure(&self.reading, &(one.at..one.end))).collect();
        figure(&self.reading, at).map_or_else(each, |found| vec![found])
    }

    fn support(&self, calculation: &Calculation, target: &Found) -> Option<Vec<Calculated>> {
        if !self.is_whole(target) {
            return None;
        }
        let (value, supposed) = if calculation.relation == Relation::Equal {
            let Evaluated { value, supposed } = self.result(calculation, target)?;
            (value, supposed)
        } else {
            (self.limit(calculation, target)?, Vec::new())
        };
        let fact_ids = self.ids(&value.statements);
        let stated = self.stated(&calculation.expression, &target.at);
        Some([self.figures_at(&target.at, &fact_ids), self.supposed(&supposed), stated].concat())
    }

    /// Returns the figures of facts of a calculation that the line states too: `$34: $24 for the laps and $10 for the license`.
    fn stated(&self, expression: &Expression, target: &Range<usize>) -> Vec<Calculated> {
        let is_free = |one: &&Quantity| one.at >= target.end || one.end <= target.start;
        let figures = expression.figures().into_iter().filter_map(|text| self.named_fact(text));
        let stated = figures.flat_map(|(id, text)| {
            let operand = self.reader.read(text).quantities;
            let is_own = move |one: &&Quantity| {
                let is_number = |other: &Quantity| {
                    plain::is_bare(&self.reading, one) && is_near(one.raw, other.raw) && other.unit != Unit::Money
                };
                operand.iter().any(|other| is_same(one, other) || is_number(other))
            };
            let found = self.reading.quantities.iter().filter(is_free).filter(is_own);
            found.map(move |one| Calculated { words: written(&self.reading, one), fact_ids: vec![id.to_owned()] })
        });
        stated.collect()
    }

    /// Returns the figures of the line at a place.
    fn figures_at(&self, at: &Range<usize>, fact_ids: &[String]) -> Vec<Calculated> {
        let inside = self.reading.quantities.iter().filter(|one| one.at < at.end && at.start < one.end);
        let words = inside.map(|one| written(&self.reading, one));
        words.map(|words| Calculated { words, fact_ids: fact_ids.to_vec() }).collect()
    }

    /// Returns the figures that the line supposes.
    fn supposed(&self, places: &[Range<usize>]) -> Vec<Calculated> {
        places.iter().flat_map(|at| self.figures_at(at, &[])).collect()
    }

    /// True unless the figure is only the rest of one: `40 minutes` of `a quarter of 40 minutes`.
    fn is_whole(&self, target: &Found) -> bool {
        let before = |back: usize| target.at.start.checked_sub(back).map_or(0..0, |at| at..target.at.start);
        let of = self.reading.words.get(before(1)).and_then(<[_]>::first).is_some_and(|word| word.text == "of");
        let words = self.reading.words.get(before(2)).unwrap_or_default();
        let is_part = words.first().is_some_and(|word| {
            matches!(word.text.as_str(), "quarter" | "quarters" | "third" | "thirds" | "fifth" | "fifths" | "tenth")
        });
        !(of && is_part)
    }

    /// Returns the result of a calculation that is the figure of the line, by its units or by its numbers. A figure that is only repeated must
    /// be of what the line says.
    fn result(&self, calculation: &Calculation, target: &Found) -> Option<Evaluated> {
        let expression = &calculation.expression;
        let by_units = self.evaluate(expression).filter(|found| {
            agrees(&found.value, target, &self.reading) && self.has_thing(calculation, &found.value, target)
        });
        let by_numbers = || {
            let (value, plain) = plain::result(self, expression, target)?;
            Some(Evaluated { value, supposed: plain.supposed })
        };
        let is_sound = |found: &Evaluated| {
            let is_own = found.supposed.iter().any(|at| at.start < target.at.end && target.at.start < at.end);
            !found.value.statements.is_empty() && !is_own && self.is_subject(calculation, &found.value, target)
        };
        by_units.filter(is_sound).or_else(|| by_numbers().filter(is_sound))
    }

    /// Returns the limit of a fact that the figure of the line, an example, fits.
    fn limit(&self, calculation: &Calculation, target: &Found) -> Option<Value> {
        let limit = self.operand(&calculation.expression).filter(|limit| !limit.statements.is_empty())?;
        let is_example =
            conditions::is_supposed(&self.reading, &target.at) || conditions::is_open(&self.reading, &target.at);
        // What is outside a limit is said where the line states the limit too: `Our ten-year-old? Guests have to be at least 12`.
        let is_stated = || {
            let others =
                self.reading.quantities.iter().filter(|one| one.at >= target.at.end || one.end <= target.at.start);
            let mut others = others.filter_map(|one| figure(&self.reading, &(one.at..one.end)));
            let unit = plain::unit_at(&self.reading, target);
            others.any(|one| is_beyond((&target.value, unit), calculation.relation, &limit, &one.value))
        };
        let is_said = fits(&target.value, calculation.relation, &limit)
            || self.is_in_range(&target.value, calculation.relation, &limit)
            || is_stated();
        (is_example && is_said).then_some(limit)
    }

    /// True for an example between both ends of the range of a fact: 50 pounds and `25 to 60 pounds`.
    fn is_in_range(&self, example: &Value, relation: Relation, end: &Value) -> bool {
        let is_side = match end.place {
            Place::Low => matches!(relation, Relation::More | Relation::AtLeast),
            Place::High => matches!(relation, Relation::Less | Relation::AtMost),
            Place::Single => false,
        };
        let is_around = |pair: &[Quantity], reading: &Reading| {
            let value = |one: &Quantity| figure(reading, &(one.at..one.end)).map(|found| found.value);
            let [low, high] = pair else { return false };
            let (Some(from), Some(to)) = (value(low), value(high)) else { return false };
            let is_range = low.place == Place::Low && high.place == Place::High;
            let is_end = from.amount == end.amount || to.amount == end.amount;
            let is_of_kind = from.measure == example.measure && from.rate.is_none() && example.rate.is_none();
            is_range && is_end && is_of_kind && (from.amount..=to.amount).contains(&example.amount)
        };
        let mut statements = end.statements.iter().filter_map(|at| self.evidence.statements.get(*at));
        is_side
            && example.bound == Bound::None
            && statements.any(|one| one.reading.quantities.windows(2).any(|pair| is_around(pair, &one.reading)))
    }

    fn ids(&self, statements: &[usize]) -> Vec<String> {
        let facts = statements.iter().filter_map(|at| self.evidence.statements.get(*at));
        let mut ids: Vec<String> = facts.map(|statement| statement.fact.id.clone()).collect();
        ids.sort();
        ids.dedup();
        ids
    }

    /// True unless a price is by a thing of which its facts say nothing.
    fn has_thing(&self, calculation: &Calculation, value: &Value, target: &Found) -> bool {
        // A share of a price is by whatever it is shared among: `split three ways, $150 per person`.
        let is_share = matches!(calculation.expression, Expression::Binary(_, Operation::Divide, _));
        let is_open = |rate: &&Rate| rate.dimension.is_none() && value.rate.is_none() && !is_share;
        let Some(rate) = target.value.rate.as_ref().filter(is_open) else {
            return true;
        };
        let mut statements = value.statements.iter().filter_map(|at| self.evidence.statements.get(*at));
        statements.any(|one| one.reading.words.iter().chain(&one.subject).any(|word| word.stem == rate.stem))
    }

    /// True unless a figure is only repeated and another fact says more of the words around it, with a figure of the same unit: the price of
    /// another thing. What a calculation is about, the second reading decides, which names its facts.
    fn is_subject(&self, calculation: &Calculation, value: &Value, target: &Found) -> bool {
        if !matches!(calculation.expression, Expression::Figure(_)) {
            return true;
        }
        let words = about(&self.reading, target.at.start);
        let share = |at: usize| self.evidence.statements.get(at).map_or(0, |statement| shared(&words, statement));
        value.statements.iter().all(|at| {
            let Some(own) = self.evidence.statements.get(*at) else { return false };
            let is_rival = |(other, statement): (usize, &Statement<'_>)| {
                statement.fact.kind == own.fact.kind
                    && statement.known != own.known
                    && !value.statements.contains(&other)
                    && own.reading.quantities.iter().any(|one| has_unit(one, &statement.reading))
                    && share(other) > share(*at)
            };
            !self.evidence.statements.iter().enumerate().any(is_rival)
        })
    }

    /// Number of the words of the line that a statement says.
    fn shared(&self, at: usize) -> usize {
        let words = specific(&self.reading, 0..self.reading.words.len());
        self.evidence.statements.get(at).map_or(0, |statement| shared(&words, statement))
    }

    /// Returns the value of a fact without its limit if the line supposes the same figure exactly.
    fn exact(&self, value: Value) -> Value {
        let statements = value.statements.iter().filter_map(|at| self.evidence.statements.get(*at));
        let is_value = |reading: &Reading, one: &Quantity| {
            figure(reading, &(one.at..one.end)).is_some_and(|found| found.value.amount == value.amount)
        };
        let mut figures = statements.flat_map(|one| one.reading.quantities.iter().map(move |own| (&one.reading, own)));
        let is_restated = figures.any(|(reading, one)| is_value(reading, one) && self.is_restated(one));
        if is_restated { Value { bound: Bound::None, place: Place::Single, ..value } } else { value }
    }

    /// Returns the value of a single figure of a fact.
    fn operand(&self, expression: &Expression) -> Option<Value> {
        match expression {
            Expression::Figure(text) => self.of_fact(text),
            _ => None,
        }
    }

    fn evaluate(&self, expression: &Expression) -> Option<Evaluated> {
        let known = |value: Value| Some(Evaluated { value, supposed: Vec::new() });
        match expression {
            Expression::Figure(text) => match self.of_fact(text) {
                Some(value) => known(self.exact(value)),
                None => self.of_line(text),
            },
            Expression::One | Expression::Conversion(_) => known(Value::number(1.0)),
            Expression::Two => known(Value::number(2.0)).filter(|_| self.reading.has(DOUBLING)),
            Expression::Binary(left, operation, right) => {
                let (left, right) = (self.evaluate(left)?, self.evaluate(right)?);
                let value = match operation {
                    Operation::Add => left.value.plus(&right.value, 1.0),
                    Operation::Subtract => left.value.plus(&past(&left, &right).unwrap_or(right.value.clone()), -1.0),
                    Operation::Multiply => left.value.times(&right.value, 1),
                    Operation::Divide => left.value.times(&right.value, -1),
                };
                Some(Evaluated { value: value?, supposed: [left.supposed, right.supposed].concat() })
            }
            Expression::Call(Function::Count, all) => known(self.count(all)?),
            Expression::Call(function, all) => {
                let all: Vec<Evaluated> = all.iter().map(|one| self.evaluate(one)).collect::<Option<_>>()?;
                let mut all = all.into_iter();
                let first = all.next()?;
                all.try_fold(first, |one, other| together(*function, one, other))
            }
        }
    }

    /// Counts facts of one kind, or words of facts, each once.
    fn count(&self, all: &[Expression]) -> Option<Value> {
        let mut items: Vec<(usize, Range<usize>)> = Vec::new();
        for one in all {
            let Expression::Figure(text) = one else { return None };
            let (id, rest) = self.named_fact(text)?;
            let mut found = self.evidence.statements.iter().enumerate().filter(|(_, one)| one.fact.id == id);
            let words = self.reader.read(rest).words;
            let item = found.find_map(|(at, statement)| match words.is_empty() {
                true => Some((at, 0..statement.reading.words.len())),
                false => places(&statement.reading, &words).into_iter().next().map(|place| (at, place)),
            })?;
            let overlaps = |(at, range): &(usize, Range<usize>)| {
                *at == item.0 && range.start < item.1.end && item.1.start < range.end
            };
            if items.iter().any(overlaps) {
                return None;
            }
            items.push(item);
        }
        let kind = |at: usize| self.evidence.statements.get(at).map(|statement| statement.fact.kind);
        let (first, _) = items.first()?;
        let is_of_kind = items.iter().all(|(at, _)| kind(*at) == kind(*first));
        let statements = items.iter().map(|(at, _)| *at).collect();
        is_of_kind.then(|| Value { statements, ..Value::number(items.len() as f64) })
    }

    /// Splits the id of a named fact from the text of an operand.
    fn named_fact<'t>(&self, text: &'t str) -> Option<(&str, &'t str)> {
        let rest = |id: &str| text.strip_prefix(id).map(str::trim_start);
        let after = |id: &str| match rest(id)? {
            "" => Some(""),
            rest => rest.strip_prefix(':').map(str::trim),
        };
        let found = self.named.iter().filter_map(|id| Some((id.as_str(), after(id)?)));
        found.max_by_key(|(id, _)| id.len())
    }

    /// Returns a figure of a named fact: its words, or the same figure in other words.
    fn of_fact(&self, text: &str) -> Option<Value> {
        let (id, figures) = self.named_fact(text)?;
        let reading = self.reader.read(figures);
        let statements = || self.evidence.statements.iter().enumerate().filter(|(_, one)| one.fact.id == id);
        let mut found = statements().filter(|(_, one)| !is_promise(&self.reading, one)).flat_map(|(at, statement)| {
            let here = places(&statement.reading, &reading.words);
            here.into_iter().filter_map(move |place| Some((at, figure(&statement.reading, &place)?.value)))
        });
        let found = found.next().or_else(|| {
            let own = figure(&reading, &(0..reading.words.len()))?.value;
            let is_same = |value: &Value| {
                value.measure == own.measure
                    && (value.amount - own.amount).abs() <= 1e-9 * own.amount.abs()
                    && (own.rate.is_none() || value.rate == own.rate)
            };
            let all = statements().filter(|(_, one)| !is_promise(&self.reading, one)).flat_map(|(at, statement)| {
                let quantities = statement.reading.quantities.iter();
                quantities.filter_map(move |one| Some((at, figure(&statement.reading, &(one.at..one.end))?.value)))
            });
            let mut same = all.filter(|(_, value)| is_same(value));
            same.next().filter(|first| same.all(|other| other.1 == first.1))
        });
        found.map(|(at, value)| Value { statements: vec![at], ..value })
    }

    /// Returns a figure that the line supposes.
    fn of_line(&self, text: &str) -> Option<Evaluated> {
        let here = places(&self.reading, &self.reader.read(text).words);
        let mut found = here.iter().filter_map(|at| figure(&self.reading, at));
        let found = found.find(|found| conditions::may_be_supposed(&self.reading, &found.at))?;
        let is_amount = matches!(found.value.measure, Measure::Amount(_));
        let value = Value { bound: Bound::None, ..found.value };
        is_amount.then(|| Evaluated { value, supposed: vec![found.at] })
    }
}

/// True if a text has a figure of the unit.
fn has_unit(one: &Quantity, other: &Reading) -> bool {
    other.quantities.iter().any(|own| own.unit == one.unit)
}

/// Returns the limit of a fact without its direction, for what a supposed amount has beyond it: of 15 vents, `each vent beyond 12` are 3.
fn past(supposed: &Evaluated, limit: &Evaluated) -> Option<Value> {
    let is_supposed = supposed.value.statements.is_empty() && !supposed.supposed.is_empty();
    let is_limit = !limit.value.statements.is_empty() && limit.value.bound != Bound::None;
    let is_past = is_supposed && is_limit && supposed.value.amount > limit.value.amount;
    is_past.then(|| Value { bound: Bound::None, ..limit.value.clone() })
}

fn together(function: Function, one: Evaluated, other: Evaluated) -> Option<Evaluated> {
    let supposed = [one.supposed, other.supposed].concat();
    let (left, right) = (one.value, other.value);
    let value = if function == Function::Sum {
        left.plus(&right, 1.0)?
    } else {
        // The sum has the units and the facts of both, if they can be compared.
        let both = left.plus(&right, 1.0)?;
        let is_left = (left.amount < right.amount) == (function == Function::Least);
        Value { amount: if is_left { left.amount } else { right.amount }, ..both }
    };
    Some(Evaluated { value, supposed })
}
