//! Initial choices and local search.

use super::problem::{Knapsack, slack_tolerance};
use crate::stat::SplitMix64;

/// A choice with the remaining capacity of each limit.
#[derive(Debug, Clone)]
pub(super) struct Choice<'a> {
    problem: &'a Knapsack,
    pub(super) chosen: Vec<bool>,
    left: Vec<f64>,
    pub(super) value: f64,
}

impl<'a> Choice<'a> {
    pub(super) fn of(problem: &'a Knapsack, chosen: Vec<bool>) -> Self {
        let used = |row: &Vec<f64>| -> f64 {
            row.iter().zip(&chosen).filter(|(_, chosen)| **chosen).map(|(weight, _)| weight).sum()
        };
        let left = problem.weights.iter().zip(&problem.limits).map(|(row, limit)| limit - used(row)).collect();
        let value = problem.value(&chosen);
        Self { problem, chosen, left, value }
    }

    fn flip(&mut self, item: usize) {
        let sign = if self.chosen[item] { -1.0 } else { 1.0 };
        self.chosen[item] = !self.chosen[item];
        self.value += sign * self.problem.values[item];
        self.left.iter_mut().zip(&self.problem.weights).for_each(|(left, row)| *left -= sign * row[item]);
    }

    /// Returns true if every limit is kept after adding `item` and removing `out`.
    fn fits(&self, item: usize, out: Option<usize>) -> bool {
        self.left
            .iter()
            .zip(&self.problem.weights)
            .zip(&self.problem.limits)
            .all(|((left, row), limit)| left + out.map_or(0.0, |out| row[out]) - row[item] >= -slack_tolerance(*limit))
    }

    fn is_feasible(&self) -> bool {
        self.left.iter().zip(&self.problem.limits).all(|(left, limit)| *left >= -slack_tolerance(*limit))
    }

    /// Removes the lowest items of the order until the limits are kept. Returns false if that is not possible.
    fn repair(&mut self, order: &[usize]) -> bool {
        for &item in order.iter().rev() {
            if self.is_feasible() {
                return true;
            }
            let relieves =
                self.left.iter().zip(&self.problem.weights).any(|(left, row)| *left < 0.0 && row[item] > 0.0);
            if self.chosen[item] && relieves {
                self.flip(item);
            }
        }
        self.is_feasible()
    }

    /// Adds items that fit and have a positive value, best first.
    fn fill(&mut self, order: &[usize]) {
        for &item in order {
            if !self.chosen[item] && self.problem.values[item] > 0.0 && self.fits(item, None) {
                self.flip(item);
            }
        }
    }

    /// Exchanges items for better ones until there is no such pair. Returns the number of pairs examined.
    fn exchange(&mut self, order: &[usize]) -> u64 {
        let mut looked = 0;
        while let Some((out, item)) = self.better_pair(order, &mut looked) {
            self.flip(out);
            self.flip(item);
            self.fill(order);
        }
        looked
    }

    fn better_pair(&self, order: &[usize], looked: &mut u64) -> Option<(usize, usize)> {
        for &out in order.iter().rev().filter(|out| self.chosen[**out]) {
            for &item in order.iter().filter(|item| !self.chosen[**item]) {
                *looked += 1;
                let gains = self.problem.values[item] > self.problem.values[out] + 1e-12;
                if gains && self.fits(item, Some(out)) {
                    // Removing an item must also keep the limits, because weights may be negative.
                    return Some((out, item));
                }
            }
        }
        None
    }
}

/// Sorts items by value relative to their use at the prices of the limits, descending.
///
/// Source: Pirkul (1987), "A heuristic solution procedure for the multiconstraint zero-one knapsack
/// problem", Naval Research Logistics 34. Items in the relaxed solution come first.
pub(super) fn order(problem: &Knapsack, prices: &[f64], relaxed: &[f64]) -> Vec<usize> {
    let cost = |item: usize| -> f64 { prices.iter().zip(&problem.weights).map(|(price, row)| price * row[item]).sum() };
    let net: Vec<f64> = (0..problem.items()).map(|item| problem.values[item] - cost(item)).collect();
    let mut order: Vec<usize> = (0..problem.items()).collect();
    order.sort_by(|&a, &b| {
        let by_relaxed = (relaxed[b] * 4.0).round().total_cmp(&(relaxed[a] * 4.0).round());
        by_relaxed.then(net[b].total_cmp(&net[a])).then(a.cmp(&b))
    });
    order
}

/// Returns the best choice of an iterated local search; `None` if no feasible choice was found.
///
/// Rounds the relaxation, then perturbs the best choice repeatedly: some items near the edge of the order
/// are removed, others added. Source: Lourenço, Martin & Stützle (2003), "Iterated local search".
pub(super) fn local_search(
    problem: &Knapsack, order: &[usize], relaxed: &[f64], work: u64, seed: u64,
) -> Option<Vec<bool>> {
    let mut best = first(problem, order, relaxed)?;
    let mut random = SplitMix64::new(seed);
    let edge = edge_of(order, relaxed);
    let mut done = best.exchange(order);
    let mut current = best.clone();
    while done < work {
        let mut shaken = current.clone();
        let moves = 2 + random.below(4);
        for _ in 0..moves {
            shaken.flip(near(order, edge, &mut random));
        }
        done += 20 * order.len() as u64;
        if !shaken.repair(order) {
            continue;
        }
        shaken.fill(order);
        done += shaken.exchange(order);
        if shaken.value > best.value {
            best = shaken.clone();
        }
        if shaken.value >= current.value || random.uniform() < 0.02 {
            current = shaken;
        } else if random.uniform() < 0.01 {
            current = best.clone();
        }
    }
    best.is_feasible().then_some(best.chosen)
}

fn first<'a>(problem: &'a Knapsack, order: &[usize], relaxed: &[f64]) -> Option<Choice<'a>> {
    let rounded = relaxed.iter().map(|share| *share > 1.0 - 1e-9).collect();
    let mut choice = Choice::of(problem, rounded);
    if !choice.repair(order) {
        choice = Choice::of(problem, vec![false; problem.items()]);
    }
    if !choice.is_feasible() {
        return None;
    }
    choice.fill(order);
    Some(choice)
}

/// Index in the order where the relaxation stops choosing items.
fn edge_of(order: &[usize], relaxed: &[f64]) -> usize {
    order.iter().filter(|item| relaxed[**item] > 0.5).count()
}

/// Draws an item near the edge, with geometrically decreasing probability.
fn near(order: &[usize], edge: usize, random: &mut SplitMix64) -> usize {
    let reach = 4.0 + order.len() as f64 / 10.0;
    let distance = -(1.0 - random.uniform()).ln() * reach;
    let side = if random.uniform() < 0.5 { -1.0 } else { 1.0 };
    let place = (edge as f64 + side * distance).clamp(0.0, order.len() as f64 - 1.0);
    order[place as usize]
}
