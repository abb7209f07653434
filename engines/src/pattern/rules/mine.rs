//! Frequent sets and the tests of the rules in them.
//!
//! Sets are searched depth first (Zaki 2000, "Scalable algorithms for association mining", Eclat): only the holders of
//! the present set and of its beginnings are in memory, so memory grows with the input and not with the number of sets.

use std::collections::{BTreeMap, BTreeSet};

use statrs::function::gamma::ln_gamma;

use super::{Checked, Rule, RulesInput};
use crate::common::{Control, EngineError, checkpoint};
use crate::stat::benjamini_hochberg;

/// Maximum number of frequent sets: above it the least support is too low to look at all of them.
const MOST_SETS: usize = 200_000;
/// Maximum number of items in a set: three conditions and a conclusion.
const LONGEST: usize = 4;
/// Fills the places of a shorter set.
const NO_ITEM: u32 = u32::MAX;

/// Numbers of the items of a set, ascending, [`NO_ITEM`] behind the last.
type Set = [u32; LONGEST];

/// Rules that pass, the most certain first, and the number tested.
///
/// # Errors
/// [`EngineError::TooLarge`] when the least support lets too many sets through, [`EngineError::Cancelled`].
pub(super) fn mine(
    input: &RulesInput, params: &Checked, control: &dyn Control,
) -> Result<(Vec<Rule>, usize), EngineError> {
    let total = input.transactions.len();
    let least = ((params.least_support * total as f64).ceil() as usize).max(2);
    let single = holders_of_items(input, least);
    let counts = Search { single: &single, least, longest: params.most_conditions + 1, control }.run()?;
    let wanted: BTreeSet<&str> = input.conclusions.iter().map(|item| item.trim()).collect();
    let mut tests = Vec::new();
    for (set, both) in &counts {
        checkpoint(control)?;
        for conclusion in items(set).filter(|_| set[1] != NO_ITEM) {
            if wanted.is_empty() || wanted.contains(single[conclusion as usize].0) {
                tests.extend(Test::new(*set, conclusion, *both, &counts, total));
            }
        }
    }
    let adjusted = benjamini_hochberg(&tests.iter().map(|test| test.p).collect::<Vec<f64>>());
    let pairs = tests.iter().zip(adjusted);
    let passing = pairs.filter(|(test, q_value)| {
        *q_value <= params.false_discovery_rate
            && test.lift(total) >= params.least_lift
            && test.confidence() >= params.least_confidence
    });
    let mut rules: Vec<Rule> = passing.map(|(test, q_value)| test.rule(&single, total, q_value)).collect();
    rules.sort_by(|a, b| {
        let order = a.p.total_cmp(&b.p).then(b.lift.total_cmp(&a.lift));
        order.then(a.conclusion.cmp(&b.conclusion)).then(a.conditions.cmp(&b.conditions))
    });
    Ok((rules, tests.len()))
}

/// Items that at least `least` transactions hold, in order of their names, each with the numbers of its holders.
fn holders_of_items(input: &RulesInput, least: usize) -> Vec<(&str, Vec<u32>)> {
    let mut single: BTreeMap<&str, Vec<u32>> = BTreeMap::new();
    for (place, items) in input.transactions.iter().enumerate() {
        let own: BTreeSet<&str> = items.iter().map(|item| item.trim()).filter(|item| !item.is_empty()).collect();
        own.into_iter().for_each(|item| single.entry(item).or_default().push(place as u32));
    }
    single.into_iter().filter(|(_, holders)| holders.len() >= least).collect()
}

/// The search for frequent sets.
struct Search<'a> {
    single: &'a [(&'a str, Vec<u32>)],
    least: usize,
    longest: usize,
    control: &'a dyn Control,
}

impl Search<'_> {
    /// Number of holders of each frequent set.
    fn run(&self) -> Result<BTreeMap<Set, usize>, EngineError> {
        let mut counts = BTreeMap::new();
        for (item, (_, holders)) in self.single.iter().enumerate() {
            let set = with_item([NO_ITEM; LONGEST], 0, item);
            counts.insert(set, holders.len());
            self.extend(set, 1, holders, &mut counts)?;
        }
        Ok(counts)
    }

    /// Adds the sets that begin with the `length` items of `set`.
    fn extend(
        &self, set: Set, length: usize, holders: &[u32], counts: &mut BTreeMap<Set, usize>,
    ) -> Result<(), EngineError> {
        if length == self.longest {
            return Ok(());
        }
        checkpoint(self.control)?;
        let next = set[length - 1] as usize + 1;
        for (item, (_, own)) in self.single.iter().enumerate().skip(next) {
            let both = shared(holders, own);
            if both.len() < self.least {
                continue;
            }
            let longer = with_item(set, length, item);
            counts.insert(longer, both.len());
            if counts.len() > MOST_SETS {
                let what = "frequent sets (raise leastSupport)";
                return Err(EngineError::TooLarge { what, got: counts.len(), limit: MOST_SETS });
            }
            self.extend(longer, length + 1, &both, counts)?;
        }
        Ok(())
    }
}

fn with_item(mut set: Set, place: usize, item: usize) -> Set {
    set[place] = item as u32;
    set
}

/// Items of a set.
fn items(set: &Set) -> impl Iterator<Item = u32> {
    set.iter().copied().filter(|item| *item != NO_ITEM)
}

/// The set without one of its items.
fn without(set: &Set, item: u32) -> Set {
    let mut rest = [NO_ITEM; LONGEST];
    items(set).filter(|other| *other != item).zip(&mut rest).for_each(|(other, place)| *place = other);
    rest
}

/// Intersects two sorted lists.
fn shared(a: &[u32], b: &[u32]) -> Vec<u32> {
    let (mut left, mut right) = (a.iter().peekable(), b.iter().peekable());
    let mut both = Vec::new();
    while let (Some(x), Some(y)) = (left.peek(), right.peek()) {
        match x.cmp(y) {
            std::cmp::Ordering::Less => drop(left.next()),
            std::cmp::Ordering::Greater => drop(right.next()),
            std::cmp::Ordering::Equal => {
                both.push(**x);
                left.next();
                right.next();
            }
        }
    }
    both
}

/// One rule with its exact test: numbers only, because most rules do not pass.
struct Test {
    set: Set,
    conclusion: u32,
    /// Transactions with conditions and conclusion, with the conditions, and with the conclusion.
    both: usize,
    with: usize,
    alone: usize,
    p: f64,
}

impl Test {
    /// The test of `set` with one of its items as the conclusion; every part of a frequent set is frequent.
    fn new(set: Set, conclusion: u32, both: usize, counts: &BTreeMap<Set, usize>, total: usize) -> Option<Self> {
        let with = *counts.get(&without(&set, conclusion))?;
        let alone = *counts.get(&with_item([NO_ITEM; LONGEST], 0, conclusion as usize))?;
        Some(Self { set, conclusion, both, with, alone, p: hypergeometric_upper_tail(both, with, alone, total) })
    }

    fn confidence(&self) -> f64 {
        self.both as f64 / self.with as f64
    }

    fn lift(&self, total: usize) -> f64 {
        self.confidence() / (self.alone as f64 / total as f64)
    }

    fn rule(&self, single: &[(&str, Vec<u32>)], total: usize, q_value: f64) -> Rule {
        let name = |item: u32| single[item as usize].0.to_owned();
        Rule {
            conditions: items(&without(&self.set, self.conclusion)).map(name).collect(),
            conclusion: name(self.conclusion),
            count: self.both,
            support: self.both as f64 / total as f64,
            confidence: self.confidence(),
            lift: self.lift(total),
            p: self.p,
            q_value,
        }
    }
}

/// Probability that at least `both` of `drawn` items are marked, if `marked` of `total` are marked.
fn hypergeometric_upper_tail(both: usize, drawn: usize, marked: usize, total: usize) -> f64 {
    let choose =
        |n: usize, k: usize| ln_gamma(n as f64 + 1.0) - ln_gamma(k as f64 + 1.0) - ln_gamma((n - k) as f64 + 1.0);
    let whole = choose(total, drawn);
    let possible = |k: usize| drawn - k <= total - marked;
    let term = |k: usize| (choose(marked, k) + choose(total - marked, drawn - k) - whole).exp();
    let mut sum = 0.0;
    for k in (both..=drawn.min(marked)).filter(|k| possible(*k)) {
        let next = term(k);
        sum += next;
        // Terms decrease from here on.
        if next < 1e-17 * sum {
            break;
        }
    }
    sum.min(1.0)
}
