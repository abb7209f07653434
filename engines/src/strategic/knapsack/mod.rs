//! The 0/1 knapsack with several limits, solved exactly.

mod bound;
mod greedy;
mod problem;
mod search;
mod tableau;

pub use problem::{Knapsack, MAX_ITEMS, MAX_LIMITS};

use crate::common::{Control, EngineError, checkpoint};
use search::Search;
use tableau::{Fixed, Scale, Solved, Tableau};

/// Work spent on a solution, in units of about a nanosecond.
pub const DEFAULT_WORK: u64 = 20_000_000_000;
/// Start of the random numbers of the local search.
const SEED: u64 = 20_260_101;

/// The best choice found, and how good any choice can be.
#[derive(Debug, Clone, PartialEq)]
pub struct Solution {
    /// True for each item that is in.
    pub chosen: Vec<bool>,
    /// Sum of the values of the items that are in.
    pub value: f64,
    /// No choice is worth more than this.
    pub bound: f64,
    /// True when the choice is proved best: the bound is its value.
    pub is_optimal: bool,
    /// Price of a unit of each limit in the relaxation at the root.
    pub prices: Vec<f64>,
    /// Parts of the problem looked at.
    pub nodes: u64,
}

/// Solves a knapsack within `work` units (about a nanosecond each); `None` when no choice keeps the limits.
///
/// `Some` with `is_optimal` false when the work was spent before the proof, `bound` then being the
/// largest value that is not ruled out.
///
/// # Errors
/// [`EngineError::Cancelled`], and [`EngineError::InvalidInput`] when the work was spent before any choice that
/// keeps the limits was found.
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
    let mut search = Search::new(problem, scale);
    let effort = (work / 400).min(40_000 * problem.items() as u64);
    if let Some(chosen) = greedy::local_search(problem, &order, &relaxed, effort, SEED) {
        search.offer(&chosen);
    }
    let bound = search.run(root, work, control)?.min(at_the_root(problem, &prices));
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
