//! The 0/1 knapsack with several limits, solved exactly.

mod bound;
mod greedy;
mod neighbourhood;
mod population;
mod problem;
mod search;
mod tableau;

pub use problem::{Knapsack, MAX_ITEMS, MAX_LIMITS};

use crate::common::{Control, EngineError, checkpoint};
use search::Search;
use tableau::{Fixed, Scale, Solved, Tableau};

/// Default work limit, in units of about a nanosecond.
pub const DEFAULT_WORK: u64 = 20_000_000_000;
/// Part of the work after which a search without a proof looks for a better choice first: one in ten. A better choice
/// prunes more branches.
const PROOF_FIRST: u64 = 10;
/// Part of the work spent on a better choice, in tenths.
const IMPROVEMENT: u64 = 4;
/// Part of that spent on neighbourhoods of the best choice of the population: one in ten.
const NEAR: u64 = 10;
/// Seed of the local search.
const SEED: u64 = 20_260_101;

/// The best choice found, and an upper bound on any choice.
#[derive(Debug, Clone, PartialEq)]
pub struct Solution {
    /// True for each chosen item.
    pub chosen: Vec<bool>,
    /// Sum of the values of the chosen items.
    pub value: f64,
    /// Upper bound on the value of any choice.
    pub bound: f64,
    /// True if the choice is proved optimal: the bound equals its value.
    pub is_optimal: bool,
    /// Price per unit of each limit in the root relaxation.
    pub prices: Vec<f64>,
    /// Number of branches examined.
    pub nodes: u64,
}

/// Solves a knapsack within `work` units (about a nanosecond each); returns `None` if no choice is feasible.
///
/// If the work limit ends the search before the proof, `is_optimal` is false and `bound` is the largest value
/// that is not excluded.
///
/// # Errors
/// Returns [`EngineError::Cancelled`], and [`EngineError::InvalidInput`] if the work limit ended the search
/// before any feasible choice was found.
pub fn solve(problem: &Knapsack, work: u64, control: &dyn Control) -> Result<Option<Solution>, EngineError> {
    checkpoint(control)?;
    let scale = Scale::of(problem);
    let mut root = Tableau::new(problem, &scale);
    if root.solve(f64::NEG_INFINITY) == Solved::Infeasible {
        return Ok(None);
    }
    let prices = bound::unscaled(&root.prices(problem.limits.len()), &scale);
    let relaxed = root.solution();
    let order = greedy::order(problem, &prices, &relaxed);
    let mut search = Search::new(problem, scale, root);
    let effort = (work / 400).min(40_000 * problem.items() as u64);
    if let Some(chosen) = greedy::local_search(problem, &order, &relaxed, effort, SEED) {
        search.offer(&chosen);
    }
    search.run(work / PROOF_FIRST, control)?;
    if !search.is_done() {
        let improvement = work / 10 * IMPROVEMENT;
        population::improve(problem, &prices, &mut search, improvement - improvement / NEAR, control)?;
        neighbourhood::improve(problem, &prices, &mut search, improvement / NEAR, control)?;
        search.run(work - improvement, control)?;
    }
    let bound = search.bound().min(at_the_root(problem, &prices));
    let nodes = search.nodes;
    let Some(chosen) = search.best else {
        return if bound == f64::NEG_INFINITY { Ok(None) } else { Err(not_found()) };
    };
    let value = search.best_value;
    Ok(Some(Solution { chosen, value, bound: bound.max(value), is_optimal: bound <= value, prices, nodes }))
}

fn at_the_root(problem: &Knapsack, prices: &[f64]) -> f64 {
    bound::lagrangian(problem, prices, &vec![Fixed::Free; problem.items()])
}

fn not_found() -> EngineError {
    EngineError::input("A", "is so tight that no feasible choice was found within the work limit; increase a limit")
}
