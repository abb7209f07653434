//! Calibration of probabilities.

mod choose;
mod isotonic;
mod logistic;
mod tally;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{METHOD, METHOD_VERSION};
use crate::common::{Control, EngineError, checkpoint};
use choose::{Candidate, Mixture, Weights};
use tally::tallied;

/// Maximum number of outcomes or forecasts per run.
const MAX_ROWS: usize = 1_000_000;
/// Minimum number of outcomes; below it forecasts are unchanged.
pub const LEAST_OUTCOMES: usize = 20;

/// Weights that leave forecasts unchanged.
const UNCHANGED: Weights = [1.0, 0.0, 0.0, 0.0, 0.0];

/// Forecasts with their outcomes, and forecasts to correct.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CalibrateInput {
    /// Pairs of a forecast probability, 0 to 1, and its outcome, 1 or 0.
    pub fit: Vec<[f64; 2]>,
    /// Probabilities to correct.
    #[serde(default)]
    pub apply: Vec<f64>,
}

/// Corrected probabilities.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CalibrateOutput {
    /// Calibrated probabilities, in the order of `apply`.
    pub calibrated: Vec<f64>,
    /// The map with the most weight: `none`, `baseRate`, `platt`, `beta` or `isotonic`.
    pub map: String,
    /// Brier score of the original forecasts in `fit`.
    pub brier_before: f64,
    /// Cross-validated Brier score after calibration; `None` if nothing was learned.
    pub brier_after: Option<f64>,
    /// Notes for the reader about this run.
    pub notes: Vec<String>,
    /// Name of the method.
    pub method: String,
    /// Version of the method.
    pub method_version: String,
}

/// A forecast and whether it was correct.
pub(super) type Pair = (f64, bool);

/// Learns a calibration map from forecasts with outcomes and applies it to others.
///
/// With fewer than [`LEAST_OUTCOMES`] outcomes nothing is learned and the forecasts are returned unchanged.
///
/// # Errors
/// Returns [`EngineError`] with the field that cannot be used, or [`EngineError::Cancelled`].
pub fn calibrate(input: &CalibrateInput, control: &dyn Control) -> Result<CalibrateOutput, EngineError> {
    let pairs = checked(input)?;
    checkpoint(control)?;
    let before = brier(pairs.iter().map(|pair| (pair.0, pair.1)));
    let (weights, after) = if pairs.len() < LEAST_OUTCOMES {
        (UNCHANGED, None)
    } else {
        let (weights, score) = choose::best(&pairs, control)?;
        (weights, Some(score))
    };
    let map = Mixture::fit(&weights, &tallied(&pairs).0);
    Ok(CalibrateOutput {
        calibrated: input.apply.iter().map(|p| map.at(*p).clamp(0.0, 1.0)).collect(),
        map: heaviest(&weights).to_owned(),
        brier_before: before,
        brier_after: after,
        notes: notes(pairs.len(), &weights),
        method: METHOD.to_owned(),
        method_version: METHOD_VERSION.to_owned(),
    })
}

fn heaviest(weights: &Weights) -> &'static str {
    let most = Candidate::ALL.iter().zip(weights).reduce(|a, b| if b.1 > a.1 { b } else { a });
    most.map_or("none", |(candidate, _)| candidate.word())
}

fn notes(outcomes: usize, weights: &Weights) -> Vec<String> {
    let mut notes = vec![format!("{outcomes} forecasts with an outcome.")];
    if outcomes < LEAST_OUTCOMES {
        notes.push(format!("At least {LEAST_OUTCOMES} outcomes are needed: the forecasts were not changed."));
    }
    let used: Vec<String> = Candidate::ALL
        .iter()
        .zip(weights)
        .filter(|(_, weight)| **weight > 0.0)
        .map(|(candidate, weight)| format!("{} {weight:.2}", candidate.word()))
        .collect();
    if used.len() > 1 {
        notes.push(format!("Average of maps: {}.", used.join(", ")));
    }
    notes
}

fn checked(input: &CalibrateInput) -> Result<Vec<Pair>, EngineError> {
    if input.fit.is_empty() {
        return Err(EngineError::NoInput { what: "outcomes", unlock: "give pairs of forecast and outcome in `fit`" });
    }
    let largest = input.fit.len().max(input.apply.len());
    if largest > MAX_ROWS {
        return Err(EngineError::TooLarge { what: "rows", got: largest, limit: MAX_ROWS });
    }
    if let Some(at) = input.apply.iter().position(|p| !(0.0..=1.0).contains(p)) {
        return Err(EngineError::input(format!("apply[{at}]"), "must be a probability, 0 to 1"));
    }
    let pair = |(at, pair): (usize, &[f64; 2])| match *pair {
        [p, outcome] if (0.0..=1.0).contains(&p) && (outcome == 0.0 || outcome == 1.0) => Ok((p, outcome == 1.0)),
        _ => Err(EngineError::input(format!("fit[{at}]"), "must be a probability, 0 to 1, and an outcome, 0 or 1")),
    };
    input.fit.iter().enumerate().map(pair).collect()
}

/// Mean squared difference between forecasts and outcomes (Brier 1950).
pub(super) fn brier(pairs: impl Iterator<Item = (f64, bool)>) -> f64 {
    let (sum, count) =
        pairs.fold((0.0, 0.0), |(sum, count), (p, came)| (sum + (p - f64::from(came)).powi(2), count + 1.0));
    if count > 0.0 { sum / count } else { 0.0 }
}
