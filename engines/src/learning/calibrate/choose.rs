//! Selects the calibration map by cross-validation.

use super::Pair;
use super::isotonic::Steps;
use super::logistic::{Curve, Shape};
use super::tally::{Tally, tallied};
use crate::common::{Control, EngineError, checkpoint};
use crate::stat::SplitMix64;

/// Number of folds.
const FOLDS: usize = 10;
/// Number of random partitions into folds.
const DEALS: u64 = 3;
/// Weight of the overall share in a level of the isotonic map, in outcomes.
const LEVEL_PRIOR: f64 = 2.0;
/// Maximum number of cross-validated rows; more do not change the choice.
const MOST_ROWS: usize = 20_000;

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
    const ALL: [Self; 5] = [Self::None, Self::BaseRate, Self::Platt, Self::Beta, Self::Isotonic];

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

/// Returns the candidate with the lowest cross-validated Brier score, and that score.
///
/// Source: Stone (1974), "Cross-validatory choice and assessment of statistical predictions", JRSS B 36.
/// A simpler candidate is kept unless a later one is better.
pub(super) fn best(pairs: &[Pair], control: &dyn Control) -> Result<(Candidate, f64), EngineError> {
    let rows = &pairs[..pairs.len().min(MOST_ROWS)];
    let (tallies, places) = tallied(rows);
    let deals: Vec<Vec<Vec<Tally>>> = (0..DEALS).map(|deal| dealt(rows, &tallies, &places, deal)).collect();
    let mut best = (Candidate::None, f64::INFINITY);
    for candidate in Candidate::ALL {
        let mut loss = 0.0;
        for folds in &deals {
            checkpoint(control)?;
            loss += left_out(&tallies, folds, candidate) / DEALS as f64;
        }
        if loss < best.1 - 1e-12 {
            best = (candidate, loss);
        }
    }
    Ok(best)
}

/// Assigns the outcomes to folds at random.
fn dealt(pairs: &[Pair], tallies: &[Tally], places: &[usize], deal: u64) -> Vec<Vec<Tally>> {
    let mut order: Vec<usize> = (0..pairs.len()).collect();
    let mut random = SplitMix64::new(deal);
    for last in (1..order.len()).rev() {
        order.swap(last, random.below(last + 1));
    }
    let none: Vec<Tally> = tallies.iter().map(|tally| tally.less(tally)).collect();
    let mut folds = vec![none; FOLDS];
    for (at, row) in order.iter().enumerate() {
        folds[at % FOLDS][places[*row]].add(pairs[*row].1);
    }
    folds
}

/// Mean loss on the folds, each calibrated by the others.
fn left_out(all: &[Tally], folds: &[Vec<Tally>], candidate: Candidate) -> f64 {
    let mut loss = 0.0;
    for kept in folds {
        let seen: Vec<Tally> = all.iter().zip(kept).map(|(all, kept)| all.less(kept)).collect();
        let map = candidate.fit(&seen);
        loss += kept.iter().map(|kept| kept.loss(map.at(kept.p))).sum::<f64>();
    }
    loss / all.iter().map(|tally| tally.count).sum::<f64>()
}
