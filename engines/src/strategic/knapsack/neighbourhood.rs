//! Better choices for problems that are too large for a proof.

use super::problem::Knapsack;
use super::search::Search;
use super::tableau::{Scale, Tableau};
use crate::common::{Control, EngineError};
use crate::stat::SplitMix64;

/// Number of items of the first neighbourhood.
const FIRST: usize = 30;
/// Minimum and maximum number of items of a neighbourhood.
const SIZES: (usize, usize) = (10, 120);
/// Work after which one neighbourhood is left, in the units of the search.
const PIECE: u64 = 10_000_000;
/// Seed of the draws.
const SEED: u64 = 20_261_128;

/// Improves the best choice of a search within `work` units.
///
/// Some items are free, all others keep their place in the best choice, and the small problem is solved exactly; this is
/// repeated with other items. Items whose value is close to their price are free most often, because the best choice
/// differs from the relaxation nearly only there. The number of free items grows while the proofs are quick.
/// Sources: Shaw (1998), "Using constraint programming and local search methods to solve vehicle routing problems" (large
/// neighbourhoods); Balas & Zemel (1980), "An algorithm for large zero-one knapsack problems" (the core).
///
/// # Errors
/// Returns [`EngineError::Cancelled`].
pub(super) fn improve(
    problem: &Knapsack, prices: &[f64], search: &mut Search<'_>, work: u64, control: &dyn Control,
) -> Result<(), EngineError> {
    let ranked = by_closeness(problem, prices);
    let mut random = SplitMix64::new(SEED);
    let (mut size, mut done) = (FIRST, 0);
    while done < work && size < problem.items() {
        let Some(best) = search.best.clone() else { return Ok(()) };
        let free = draw(&ranked, size, &mut random);
        let found = Part::of(problem, &best, &free).solve(control)?;
        done += found.work + (problem.items() * problem.limits.len()) as u64;
        size = if found.is_proved { size + 1 } else { size - 2 }.clamp(SIZES.0, SIZES.1);
        if let Some(chosen) = found.better {
            let mut better = best;
            free.iter().zip(chosen).for_each(|(item, chosen)| better[*item] = chosen);
            search.offer(&better);
        }
    }
    Ok(())
}

/// Items in ascending order of the distance between value and price.
pub(super) fn by_closeness(problem: &Knapsack, prices: &[f64]) -> Vec<usize> {
    let price =
        |item: usize| -> f64 { prices.iter().zip(&problem.weights).map(|(price, row)| price * row[item]).sum() };
    let distance: Vec<f64> = (0..problem.items()).map(|item| (problem.values[item] - price(item)).abs()).collect();
    let mut ranked: Vec<usize> = (0..problem.items()).collect();
    ranked.sort_by(|a, b| distance[*a].total_cmp(&distance[*b]).then(a.cmp(b)));
    ranked
}

/// Draws `size` items without replacement, with a probability that falls by e per two sizes of rank.
///
/// The smallest of exponential times with these rates: Efraimidis & Spirakis (2006), "Weighted random sampling with a
/// reservoir".
fn draw(ranked: &[usize], size: usize, random: &mut SplitMix64) -> Vec<usize> {
    let reach = 2.0 * size as f64;
    let time = |(rank, item): (usize, &usize)| {
        let waited = -(1.0 - random.uniform()).ln();
        (waited.ln() + rank as f64 / reach, *item)
    };
    let mut times: Vec<(f64, usize)> = ranked.iter().enumerate().map(time).collect();
    times.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    let mut free: Vec<usize> = times.into_iter().take(size).map(|(_, item)| item).collect();
    free.sort_unstable();
    free
}

/// The problem of the free items.
struct Part {
    problem: Knapsack,
    /// Their places in the best choice.
    now: Vec<bool>,
}

/// Outcome of a neighbourhood.
struct Found {
    /// A better choice of the free items.
    better: Option<Vec<bool>>,
    is_proved: bool,
    work: u64,
}

impl Part {
    fn of(problem: &Knapsack, best: &[bool], free: &[usize]) -> Self {
        let mut is_kept = best.to_vec();
        free.iter().for_each(|item| is_kept[*item] = false);
        let used = |row: &Vec<f64>| -> f64 {
            row.iter().zip(&is_kept).filter(|(_, kept)| **kept).map(|(weight, _)| weight).sum()
        };
        let of_free = |row: &Vec<f64>| free.iter().map(|item| row[*item]).collect();
        let part = Knapsack {
            values: of_free(&problem.values),
            weights: problem.weights.iter().map(of_free).collect(),
            limits: problem.weights.iter().zip(&problem.limits).map(|(row, limit)| limit - used(row)).collect(),
            step: problem.step,
        };
        Self { problem: part, now: free.iter().map(|item| best[*item]).collect() }
    }

    fn solve(&self, control: &dyn Control) -> Result<Found, EngineError> {
        let scale = Scale::of(&self.problem);
        let root = Tableau::new(&self.problem, &scale);
        let mut search = Search::new(&self.problem, scale, root);
        search.offer(&self.now);
        search.run(PIECE, control)?;
        // The bound of each node reads every weight once, which the work of the search does not count.
        let bounds = search.nodes * (self.problem.items() * self.problem.limits.len()) as u64;
        let (is_proved, work) = (search.is_done(), search.work + bounds);
        Ok(Found { better: search.best.filter(|best| *best != self.now), is_proved, work })
    }
}
