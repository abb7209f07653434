//! Weights the calibration maps by cross-validation.

use super::Pair;
use super::isotonic::Steps;
use super::logistic::{Curve, Shape};
use super::tally::{Tally, tallied};
use crate::common::{Control, EngineError, checkpoint};
use crate::stat::SplitMix64;

/// Maximum and minimum number of folds.
const FOLDS: (usize, usize) = (10, 2);
/// Number of random partitions into folds of at most [`FEW_ROWS`] rows; one partition is precise enough for more.
const DEALS: u64 = 3;
const FEW_ROWS: usize = 20_000;
/// Weight of the overall share in a level of the isotonic map, in outcomes.
const LEVEL_PRIOR: f64 = 2.0;
/// Rows of all fits together that determine the number of folds of many rows, and with it the time.
const FITTED_ROWS: usize = 600_000;
/// Rounds of the search for weights.
const SWEEPS: usize = 200;
/// Smaller weights are 0.
const LEAST_WEIGHT: f64 = 0.01;

/// Types of calibration maps, simplest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Candidate {
    None,
    BaseRate,
    Platt,
    Beta,
    Isotonic,
}

/// A fitted map.
#[derive(Debug, Clone)]
pub(super) enum Map {
    Same,
    Constant(f64),
    Curve(Curve),
    Steps(Steps),
}

impl Map {
    pub(super) fn at(&self, p: f64) -> f64 {
        match self {
            Self::Same => p,
            Self::Constant(share) => *share,
            Self::Curve(curve) => curve.at(p),
            Self::Steps(steps) => steps.at(p),
        }
    }
}

impl Candidate {
    pub(super) const ALL: [Self; 5] = [Self::None, Self::BaseRate, Self::Platt, Self::Beta, Self::Isotonic];

    pub(super) fn word(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::BaseRate => "baseRate",
            Self::Platt => "platt",
            Self::Beta => "beta",
            Self::Isotonic => "isotonic",
        }
    }

    pub(super) fn fit(self, tallies: &[Tally]) -> Map {
        match self {
            Self::None => Map::Same,
            Self::BaseRate => {
                let sum = |of: fn(&Tally) -> f64| tallies.iter().map(of).sum::<f64>();
                Map::Constant((sum(|tally| tally.came) + 1.0) / (sum(|tally| tally.count) + 2.0))
            }
            Self::Platt => Map::Curve(Curve::fit(tallies, Shape::Platt)),
            Self::Beta => Map::Curve(Curve::fit(tallies, Shape::Beta)),
            Self::Isotonic => Map::Steps(Steps::fit(tallies, LEVEL_PRIOR)),
        }
    }
}

/// Weights of all candidates; their sum is 1.
pub(super) type Weights = [f64; Candidate::ALL.len()];

/// Maps with their weights.
#[derive(Debug, Clone)]
pub(super) struct Mixture(Vec<(f64, Map)>);

impl Mixture {
    pub(super) fn fit(weights: &Weights, tallies: &[Tally]) -> Self {
        let used = Candidate::ALL.iter().zip(weights).filter(|(_, weight)| **weight > 0.0);
        Self(used.map(|(candidate, weight)| (*weight, candidate.fit(tallies))).collect())
    }

    pub(super) fn at(&self, p: f64) -> f64 {
        self.0.iter().map(|(weight, map)| weight * map.at(p)).sum()
    }
}

/// Returns the weights of the maps with the lowest cross-validated Brier score of their mean, and that score.
///
/// Source: Breiman (1996), "Stacked regressions", Machine Learning 24: weights that are not negative, fitted to
/// predictions of outcomes that were left out.
pub(super) fn best(pairs: &[Pair], control: &dyn Control) -> Result<(Weights, f64), EngineError> {
    let (tallies, places) = tallied(pairs);
    let (deals, count) = partitions(pairs.len());
    let mut stack = Stack::default();
    for deal in 0..deals {
        let folds = dealt(pairs, &tallies, &places, (deal, count));
        for kept in &folds {
            checkpoint(control)?;
            let seen: Vec<Tally> = tallies.iter().zip(kept).map(|(all, kept)| all.less(kept)).collect();
            let maps = Candidate::ALL.map(|candidate| candidate.fit(&seen));
            for kept in kept.iter().filter(|kept| kept.count > 0.0) {
                stack.add(kept, std::array::from_fn(|at| maps[at].at(kept.p)));
            }
        }
    }
    let weights = stack.weights();
    Ok((weights, stack.loss(&weights)))
}

/// Number of partitions and of folds. All rows are cross-validated, so that the weights and their score are of the same rows
/// as the score before calibration.
fn partitions(rows: usize) -> (u64, usize) {
    let deals = if rows <= FEW_ROWS { DEALS } else { 1 };
    (deals, (FITTED_ROWS / rows.max(1)).clamp(FOLDS.1, FOLDS.0))
}

/// Sums of products of the predictions of outcomes that were left out.
#[derive(Debug, Clone, Default)]
struct Stack {
    products: [Weights; Candidate::ALL.len()],
    came: Weights,
    outcomes: f64,
    count: f64,
}

impl Stack {
    fn add(&mut self, tally: &Tally, predictions: Weights) {
        for (row, one) in self.products.iter_mut().zip(predictions) {
            row.iter_mut().zip(predictions).for_each(|(sum, other)| *sum += tally.count * one * other);
        }
        self.came.iter_mut().zip(predictions).for_each(|(sum, prediction)| *sum += tally.came * prediction);
        self.outcomes += tally.came;
        self.count += tally.count;
    }

    fn loss(&self, weights: &Weights) -> f64 {
        let square: f64 = self.products.iter().zip(weights).map(|(row, weight)| weight * product(row, weights)).sum();
        ((square - 2.0 * product(&self.came, weights) + self.outcomes) / self.count.max(1.0)).max(0.0)
    }

    /// Minimises the loss by moving weight between pairs of maps, from the best single one, the simplest of equals.
    fn weights(&self) -> Weights {
        let single = |at: usize| self.products[at][at] - 2.0 * self.came[at];
        let best = (0..self.came.len()).reduce(|a, b| if single(b) < single(a) - 1e-9 { b } else { a }).unwrap_or(0);
        let mut weights: Weights = std::array::from_fn(|at| f64::from(at == best));
        for _ in 0..SWEEPS {
            for to in 0..weights.len() {
                for from in 0..to {
                    self.exchange(&mut weights, to, from);
                }
            }
        }
        weights.iter_mut().filter(|weight| **weight < LEAST_WEIGHT).for_each(|weight| *weight = 0.0);
        let sum: f64 = weights.iter().sum();
        weights.map(|weight| weight / sum)
    }

    fn exchange(&self, weights: &mut Weights, to: usize, from: usize) {
        let slope = |at: usize| product(&self.products[at], weights) - self.came[at];
        let curvature = self.products[to][to] + self.products[from][from] - 2.0 * self.products[to][from];
        if curvature > 1e-9 * self.count {
            let step = ((slope(from) - slope(to)) / curvature).clamp(-weights[to], weights[from]);
            weights[to] += step;
            weights[from] -= step;
        }
    }
}

fn product(a: &Weights, b: &Weights) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Assigns the outcomes to `count` folds at random.
fn dealt(pairs: &[Pair], tallies: &[Tally], places: &[usize], (deal, count): (u64, usize)) -> Vec<Vec<Tally>> {
    let mut order: Vec<usize> = (0..pairs.len()).collect();
    let mut random = SplitMix64::new(deal);
    for last in (1..order.len()).rev() {
        order.swap(last, random.below(last + 1));
    }
    let none: Vec<Tally> = tallies.iter().map(|tally| tally.less(tally)).collect();
    let mut folds = vec![none; count];
    for (at, row) in order.iter().enumerate() {
        folds[at % count][places[*row]].add(pairs[*row].1);
    }
    folds
}
