//! Search over orders: the parents of a variable precede it.

use super::super::score::{BySet, Scores, Set, members};
use super::dag::Dag;
use crate::common::{Control, EngineError, checkpoint};
use crate::stat::SplitMix64;

/// Minimum gain that counts.
const GAIN: f64 = 1e-9;

/// The best parents of a variable among those allowed, and their score.
type Chosen = (Set, f64);

/// State of an order search.
struct Orders<'s, 'a> {
    scores: &'s mut Scores<'a>,
    known: Vec<BySet<Chosen>>,
    most_parents: u32,
}

/// Returns the best graph of several order searches from random orders.
///
/// Source: Andrews, Ramsey, Sanchez-Romero, Camchong & Kummerfeld (2023), "Fast scalable and accurate
/// discovery of DAGs using the best order score search and grow-shrink trees", NeurIPS 36; orders as
/// the space of search: Teyssier & Koller (2005), "Ordering-based search", UAI.
pub(in super::super) fn best_by_order(
    scores: &mut Scores<'_>, most_parents: u32, work: u64, seed: u64, control: &dyn Control,
) -> Result<Dag, EngineError> {
    let nodes = scores.nodes();
    let mut random = SplitMix64::new(seed);
    let mut orders = Orders { scores, known: vec![BySet::default(); nodes], most_parents };
    let mut order: Vec<usize> = (0..nodes).collect();
    let mut best: Option<(f64, Vec<usize>)> = None;
    let mut idle = 0;
    while best.is_none() || (orders.scores.work < work && idle < 20) {
        shuffle(&mut order, &mut random);
        let score = orders.improve(&mut order, control)?;
        idle += 1;
        if best.as_ref().is_none_or(|(most, _)| score > most + GAIN) {
            best = Some((score, order.clone()));
            idle = 0;
        }
    }
    let order = best.map_or(order, |(_, order)| order);
    Ok(orders.graph(&order))
}

fn shuffle(order: &mut [usize], random: &mut SplitMix64) {
    for last in (1..order.len()).rev() {
        order.swap(last, random.below(last + 1));
    }
}

impl Orders<'_, '_> {
    /// Moves each variable to its best position until none improves the score. Returns the score.
    fn improve(&mut self, order: &mut Vec<usize>, control: &dyn Control) -> Result<f64, EngineError> {
        let mut score = self.score(order);
        loop {
            let before = score;
            for node in 0..order.len() {
                checkpoint(control)?;
                score = self.place(order, node, score);
            }
            if score <= before + GAIN {
                return Ok(score);
            }
        }
    }

    fn score(&mut self, order: &[usize]) -> f64 {
        let mut before: Set = 0;
        let mut score = 0.0;
        for &node in order {
            score += self.chosen(node, before).1;
            before |= 1 << node;
        }
        score
    }

    /// Moves a variable to the position in the order with the best score.
    ///
    /// A swap of neighbours changes only their two scores.
    fn place(&mut self, order: &mut Vec<usize>, node: usize, score: f64) -> f64 {
        let Some(start) = order.iter().position(|other| *other == node) else { return score };
        let mut best = (score, start);
        let mut here = score;
        let mut before: Set = order[..start].iter().fold(0, |all, one| all | 1 << one);
        for place in (0..start).rev() {
            let other = order[place];
            before &= !(1 << other);
            here += self.swap_gain(before, other, node);
            if here > best.0 + GAIN {
                best = (here, place);
            }
        }
        let mut here = score;
        let mut before: Set = order[..start].iter().fold(0, |all, one| all | 1 << one);
        for (place, &other) in order.iter().enumerate().skip(start + 1) {
            here += self.swap_gain(before, node, other);
            before |= 1 << other;
            if here > best.0 + GAIN {
                best = (here, place);
            }
        }
        order.remove(start);
        order.insert(best.1, node);
        best.0
    }

    /// Returns the gain of placing `second` before `first`, both directly after the set `before`.
    fn swap_gain(&mut self, before: Set, first: usize, second: usize) -> f64 {
        let old = self.chosen(first, before).1 + self.chosen(second, before | 1 << first).1;
        self.chosen(second, before).1 + self.chosen(first, before | 1 << second).1 - old
    }

    /// Chooses parents by growing while the score improves, then shrinking (Margaritis & Thrun 1999).
    fn chosen(&mut self, node: usize, allowed: Set) -> Chosen {
        if let Some(chosen) = self.known[node].get(&allowed) {
            return *chosen;
        }
        let mut chosen: Chosen = (0, self.scores.local(node, 0));
        while chosen.0.count_ones() < self.most_parents {
            let candidates = allowed & !chosen.0;
            let Some(next) = self.best_change(node, chosen, candidates) else { break };
            chosen = next;
        }
        while let Some(next) = self.best_change(node, chosen, chosen.0) {
            chosen = next;
        }
        self.known[node].insert(allowed, chosen);
        chosen
    }

    fn best_change(&mut self, node: usize, from: Chosen, candidates: Set) -> Option<Chosen> {
        let mut best: Option<Chosen> = None;
        for candidate in members(candidates) {
            let parents = from.0 ^ (1 << candidate);
            let score = self.scores.local(node, parents);
            self.scores.work += 5;
            if score > best.map_or(from.1 + GAIN, |best| best.1) {
                best = Some((parents, score));
            }
        }
        best
    }

    fn graph(&mut self, order: &[usize]) -> Dag {
        let mut dag = Dag::empty(order.len());
        let mut before: Set = 0;
        for &node in order {
            let parents = self.chosen(node, before).0;
            dag.set_parents(node, parents);
            before |= 1 << node;
        }
        dag
    }
}
