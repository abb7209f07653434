//! Search for the graph with the best score.

mod dag;
mod order;
mod tabu;

pub(super) use dag::Dag;

use super::score::Scores;
use crate::common::{Control, EngineError};

/// Returns the best graph found within the work limit, and its score: first over orders, then edge by edge.
pub(super) fn best_graph(
    scores: &mut Scores<'_>, most_parents: u32, work: u64, seed: u64, control: &dyn Control,
) -> Result<(Dag, f64), EngineError> {
    let start = order::best_by_order(scores, most_parents, work / 2, seed, control)?;
    tabu::best_from(scores, start, most_parents, work, seed, control)
}
