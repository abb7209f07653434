//! Frequent item sets and tests of their rules.

use std::collections::{BTreeMap, BTreeSet};

use statrs::function::gamma::ln_gamma;

use super::{Checked, Rule, RulesInput};
use crate::common::{Control, EngineError, checkpoint};
use crate::stat::benjamini_hochberg;

/// Maximum number of frequent sets; above it the minimum support is too low.
const MOST_SETS: usize = 200_000;

/// Indices of the transactions that contain a set of items.
type Holders = Vec<u32>;

/// Returns the accepted rules, most significant first, and the number tested.
///
/// # Errors
/// Returns [`EngineError::TooLarge`] if the minimum support allows too many sets, or [`EngineError::Cancelled`].
pub(super) fn mine(
    input: &RulesInput, params: &Checked, control: &dyn Control,
) -> Result<(Vec<Rule>, usize), EngineError> {
    let total = input.transactions.len();
    let least = ((params.least_support * total as f64).ceil() as usize).max(2);
    let sets = frequent(input, least, params.most_conditions + 1, control)?;
    let wanted: BTreeSet<&str> = input.conclusions.iter().map(|item| item.trim()).collect();
    let mut rules = Vec::new();
    for (items, holders) in sets.iter().filter(|(items, _)| items.len() > 1) {
        checkpoint(control)?;
        for conclusion in items {
            if !wanted.is_empty() && !wanted.contains(conclusion) {
                continue;
            }
            let conditions: Vec<&str> = items.iter().copied().filter(|item| item != conclusion).collect();
            let (Some(with), Some(alone)) = (sets.get(&conditions), sets.get(&vec![*conclusion])) else { continue };
            rules.push(tested(&conditions, conclusion, [holders.len(), with.len(), alone.len(), total]));
        }
    }
    let count = rules.len();
    let adjusted = benjamini_hochberg(&rules.iter().map(|rule| rule.p).collect::<Vec<f64>>());
    rules.iter_mut().zip(adjusted).for_each(|(rule, q_value)| rule.q_value = q_value);
    rules.retain(|rule| {
        rule.q_value <= params.false_discovery_rate
            && rule.lift >= params.least_lift
            && rule.confidence >= params.least_confidence
    });
    rules.sort_by(|a, b| {
        let order = a.p.total_cmp(&b.p).then(b.lift.total_cmp(&a.lift));
        order.then(a.conclusion.cmp(&b.conclusion)).then(a.conditions.cmp(&b.conditions))
    });
    Ok((rules, count))
}

/// Returns sets of up to `longest` items that at least `least` transactions contain, with these transactions.
fn frequent<'a>(
    input: &'a RulesInput, least: usize, longest: usize, control: &dyn Control,
) -> Result<BTreeMap<Vec<&'a str>, Holders>, EngineError> {
    let mut single: BTreeMap<&str, Holders> = BTreeMap::new();
    for (place, items) in input.transactions.iter().enumerate() {
        let own: BTreeSet<&str> = items.iter().map(|item| item.trim()).filter(|item| !item.is_empty()).collect();
        own.into_iter().for_each(|item| single.entry(item).or_default().push(place as u32));
    }
    single.retain(|_, holders| holders.len() >= least);
    let mut all: BTreeMap<Vec<&str>, Holders> = single.iter().map(|(item, h)| (vec![*item], h.clone())).collect();
    let mut last: Vec<Vec<&str>> = all.keys().cloned().collect();
    for _ in 1..longest {
        let mut next = Vec::new();
        for set in &last {
            checkpoint(control)?;
            let Some(end) = set.last() else { continue };
            for (item, holders) in single.range::<str, _>((std::ops::Bound::Excluded(*end), std::ops::Bound::Unbounded))
            {
                let both = shared(&all[set], holders);
                if both.len() >= least {
                    let longer: Vec<&str> = set.iter().copied().chain([*item]).collect();
                    all.insert(longer.clone(), both);
                    next.push(longer);
                }
            }
            if all.len() > MOST_SETS {
                return Err(EngineError::TooLarge {
                    what: "frequent sets (raise leastSupport)",
                    got: all.len(),
                    limit: MOST_SETS,
                });
            }
        }
        last = next;
    }
    Ok(all)
}

/// Intersects two sorted lists.
fn shared(a: &[u32], b: &[u32]) -> Holders {
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

/// Tests a rule exactly, given the counts of all its items, of the conditions, of the conclusion and
/// of all transactions.
fn tested(conditions: &[&str], conclusion: &str, [both, with, alone, total]: [usize; 4]) -> Rule {
    let confidence = both as f64 / with as f64;
    Rule {
        conditions: conditions.iter().map(|item| (*item).to_owned()).collect(),
        conclusion: conclusion.to_owned(),
        count: both,
        support: both as f64 / total as f64,
        confidence,
        lift: confidence / (alone as f64 / total as f64),
        p: hypergeometric_upper_tail(both, with, alone, total),
        q_value: 1.0,
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
