//! Better choices from a population of choices, for problems that are too large for a proof.

use std::collections::HashSet;

use super::neighbourhood::by_closeness;
use super::problem::{Knapsack, slack_tolerance};
use super::search::Search;
use crate::common::{Control, EngineError, checkpoint};
use crate::stat::SplitMix64;

/// Number of choices in the population.
const SIZE: usize = 100;
/// Number of items of a child that are flipped at random.
const FLIPS: usize = 2;
/// Items of the core: so many per limit, and at least so many. As many items as limits are fractional in the relaxation.
const CORE: (usize, usize) = (8, 100);
/// Children between two checks for cancellation.
const LOOK: u64 = 1_024;
/// Seed of the draws.
const SEED: u64 = 20_261_129;

/// A choice of core items with its value.
type Member = (f64, Vec<bool>);

/// Improves the best choice of a search by a genetic algorithm within `work` units.
///
/// Only the core, the items whose value is closest to their price, varies (Balas & Zemel 1980). A child takes each item from
/// one of two parents, loses items in ascending order of value per price until it is feasible, and gets those that fit in
/// descending order; it replaces the member with the lowest value unless it is a member already.
/// Source: Chu & Beasley (1998), "A genetic algorithm for the multidimensional knapsack problem".
///
/// # Errors
/// Returns [`EngineError::Cancelled`].
pub(super) fn improve(
    problem: &Knapsack, prices: &[f64], search: &mut Search<'_>, work: u64, control: &dyn Control,
) -> Result<(), EngineError> {
    let Some(best) = search.best.clone() else { return Ok(()) };
    let ranked = by_closeness(problem, prices);
    let core = &ranked[..ranked.len().min(CORE.1.max(CORE.0 * problem.limits.len()))];
    let repair = Repair::new(problem, prices, &best, core);
    let mut random = SplitMix64::new(SEED);
    let mut members = repair.population(core.iter().map(|item| best[*item]).collect(), &mut random);
    let mut known: HashSet<Vec<bool>> = members.iter().map(|(_, chosen)| chosen.clone()).collect();
    for round in 0..work / repair.child_work() {
        if round % LOOK == 0 {
            checkpoint(control)?;
        }
        let Some(child) = child(&members, &repair, &mut random) else { continue };
        if known.insert(child.clone()) {
            let worst = lowest(&members);
            known.remove(&members[worst].1);
            members[worst] = (repair.value(&child), child);
        }
    }
    for (_, chosen) in members {
        let mut whole = best.clone();
        core.iter().zip(chosen).for_each(|(item, is_in)| whole[*item] = is_in);
        search.offer(&whole);
    }
    Ok(())
}

/// Returns a feasible child of two members; `None` if removing items does not make it feasible.
fn child(members: &[Member], repair: &Repair, random: &mut SplitMix64) -> Option<Vec<bool>> {
    let (one, other) = (better_of_two(members, random), better_of_two(members, random));
    let mut child = crossed(&members[one].1, &members[other].1, random);
    for _ in 0..FLIPS {
        let item = random.below(child.len());
        child[item] = !child[item];
    }
    repair.mend(&mut child).then_some(child)
}

fn better_of_two(members: &[Member], random: &mut SplitMix64) -> usize {
    let (a, b) = (random.below(members.len()), random.below(members.len()));
    if members[a].0 >= members[b].0 { a } else { b }
}

fn lowest(members: &[Member]) -> usize {
    (0..members.len()).fold(0, |low, at| if members[at].0 < members[low].0 { at } else { low })
}

/// Takes each item from one of two choices at random.
fn crossed(one: &[bool], other: &[bool], random: &mut SplitMix64) -> Vec<bool> {
    let mut bits = 0_u64;
    let pick = |(at, (a, b)): (usize, (&bool, &bool))| {
        if at % 64 == 0 {
            bits = random.next_u64();
        }
        if (bits >> (at % 64)) & 1 == 1 { *a } else { *b }
    };
    one.iter().zip(other).enumerate().map(pick).collect()
}

/// Makes choices of core items feasible and full.
struct Repair {
    values: Vec<f64>,
    /// Weights of each core item.
    columns: Vec<Vec<f64>>,
    /// What the other items leave of the limits, with tolerance.
    limits: Vec<f64>,
    /// Core items in descending order of value per price.
    order: Vec<usize>,
}

impl Repair {
    fn new(problem: &Knapsack, prices: &[f64], best: &[bool], core: &[usize]) -> Self {
        let values: Vec<f64> = core.iter().map(|item| problem.values[*item]).collect();
        let column = |item: &usize| -> Vec<f64> { problem.weights.iter().map(|row| row[*item]).collect() };
        let columns: Vec<Vec<f64>> = core.iter().map(column).collect();
        let price = |at: usize| -> f64 { prices.iter().zip(&columns[at]).map(|(price, weight)| price * weight).sum() };
        let worth: Vec<f64> = (0..core.len()).map(|at| values[at] / price(at).max(1e-12)).collect();
        let mut order: Vec<usize> = (0..core.len()).collect();
        order.sort_by(|a, b| worth[*b].total_cmp(&worth[*a]).then(a.cmp(b)));
        let mut is_kept = best.to_vec();
        core.iter().for_each(|item| is_kept[*item] = false);
        let used = |row: &Vec<f64>| -> f64 {
            row.iter().zip(&is_kept).filter(|(_, is_kept)| **is_kept).map(|(weight, _)| weight).sum()
        };
        let left = problem.weights.iter().zip(&problem.limits);
        let limits = left.map(|(row, limit)| limit - used(row) + slack_tolerance(*limit)).collect();
        Self { values, columns, limits, order }
    }

    /// Work of one child in the units of the search.
    fn child_work(&self) -> u64 {
        (self.columns.len() * (self.limits.len() + 16)) as u64
    }

    fn value(&self, chosen: &[bool]) -> f64 {
        self.values.iter().zip(chosen).filter(|(_, is_in)| **is_in).map(|(value, _)| value).sum()
    }

    /// A given choice, and others that differ from it in about a quarter of the items.
    fn population(&self, first: Vec<bool>, random: &mut SplitMix64) -> Vec<Member> {
        let mut members = vec![(self.value(&first), first.clone())];
        for _ in 1..SIZE {
            let mut chosen = first.clone();
            chosen.iter_mut().for_each(|is_in| *is_in ^= random.below(4) == 0);
            if self.mend(&mut chosen) {
                members.push((self.value(&chosen), chosen));
            }
        }
        members
    }

    /// Removes items until the limits are kept, and adds items of positive value that fit. Returns false if removing items does not suffice.
    fn mend(&self, chosen: &mut [bool]) -> bool {
        let mut load = vec![0.0; self.limits.len()];
        for (column, _) in self.columns.iter().zip(chosen.iter()).filter(|(_, is_in)| **is_in) {
            load.iter_mut().zip(column).for_each(|(sum, weight)| *sum += weight);
        }
        let is_kept = |load: &[f64]| load.iter().zip(&self.limits).all(|(sum, limit)| sum <= limit);
        for item in self.order.iter().rev() {
            if is_kept(&load) {
                break;
            }
            if std::mem::take(&mut chosen[*item]) {
                load.iter_mut().zip(&self.columns[*item]).for_each(|(sum, weight)| *sum -= weight);
            }
        }
        for item in self.order.iter().filter(|item| self.values[**item] > 0.0) {
            let added = || load.iter().zip(&self.columns[*item]).map(|(sum, weight)| sum + weight);
            if !chosen[*item] && added().zip(&self.limits).all(|(sum, limit)| sum <= *limit) {
                chosen[*item] = true;
                load.iter_mut().zip(&self.columns[*item]).for_each(|(sum, weight)| *sum += weight);
            }
        }
        is_kept(&load)
    }
}
