//! The scores.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::common::Insight;

/// How good the forecasts were, and what follows.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReportOutput {
    /// `on`, or `off` below the least number of outcomes.
    pub learning: String,
    /// Entries with an outcome.
    pub outcomes: u64,
    /// Entries without one.
    pub open: u64,
    /// Scores of probabilities; `None` where there are none or learning is off.
    pub probabilities: Option<ProbabilityScores>,
    /// Scores of intervals and means.
    pub intervals: Option<IntervalScores>,
    /// Where forecasts began to be worse; `None` where they did not.
    pub drift: Option<Drift>,
    /// Weight of each model in a combination.
    pub weights: Vec<ModelWeight>,
    /// Whether the challenger takes the champion's place.
    pub champion: Option<ChampionDecision>,
    /// A score for each engine and version; empty where entries do not name their engine.
    pub versions: Vec<VersionScore>,
    /// The findings.
    pub insights: Vec<Insight>,
    /// Assumptions.
    pub assumptions: Vec<String>,
    /// What the reader should know about this run.
    pub notes: Vec<String>,
    /// Data that would unlock more.
    pub needs: Vec<String>,
    /// Name of the method.
    pub method: String,
    /// Version of the method.
    pub method_version: String,
}

/// Scores of probabilities: Brier = reliability - resolution + uncertainty + what is lost within bins.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProbabilityScores {
    /// Forecasts scored.
    pub count: u64,
    /// Mean squared distance from the outcome; lower is better.
    pub brier: f64,
    /// How far forecasts are from what came of them; 0 is best.
    pub reliability: f64,
    /// How far what came differs between forecasts; higher is better.
    pub resolution: f64,
    /// Brier score of always telling the overall share.
    pub uncertainty: f64,
    /// Mean negative logarithm of the chance given to what came.
    pub log_loss: f64,
    /// Mean distance between forecast and share by bin.
    pub calibration_error: f64,
    /// Ten bins of forecasts.
    pub table: Vec<ReliabilityBin>,
}

/// Forecasts of about the same probability.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReliabilityBin {
    /// Lower end of the bin.
    pub from: f64,
    /// Upper end of the bin.
    pub to: f64,
    /// Forecasts in it.
    pub count: u64,
    /// Mean forecast.
    pub forecast: f64,
    /// Share of correct claims.
    pub came_true: f64,
    /// 95 % interval of that share (Wilson 1927), lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

/// Scores of intervals and means.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct IntervalScores {
    /// Forecasts with an interval.
    pub count: u64,
    /// Share of outcomes inside of their interval; `None` without intervals.
    pub coverage: Option<f64>,
    /// Mean promised share.
    pub promised: Option<f64>,
    /// Mean interval score (Gneiting & Raftery 2007, equation 43), in the unit of the outcome.
    pub interval_score: Option<f64>,
    /// Mean absolute error in units of the naive forecast's; below 1 is better than naive.
    pub mase: Option<f64>,
}

/// A lasting rise of errors.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Drift {
    /// Index of the outcome, from 0, at which it was noticed.
    pub noticed_at: u64,
    /// Index of the outcome at which it began.
    pub began_at: u64,
    /// Mean loss before.
    pub before: f64,
    /// Mean loss since.
    pub since: f64,
}

/// A model's weight.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ModelWeight {
    /// The model.
    pub model: String,
    /// Its weight, 0 to 1; all add up to 1.
    pub weight: f64,
    /// Its mean loss, 0 to 1; `None` without outcomes.
    pub loss: Option<f64>,
    /// Outcomes it was scored on.
    pub outcomes: u64,
}

/// How a version of an engine has done.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct VersionScore {
    /// The engine.
    pub engine: String,
    /// Version; `prior` is the baseline.
    pub version: String,
    /// Whether it is the champion.
    pub is_champion: bool,
    /// Forecasts with an outcome.
    pub outcomes: u64,
    /// Forecasts without one.
    pub open: u64,
    /// Brier score of its claims; `None` without any.
    pub brier: Option<f64>,
    /// Share of outcomes inside of their interval.
    pub coverage: Option<f64>,
    /// Mean interval score, in the unit of the outcomes.
    pub interval_score: Option<f64>,
    /// Mean absolute error in units of the naive forecast's.
    pub mase: Option<f64>,
    /// Whether naive forecasts were as good or better; `None` where there are none.
    pub loses_to_naive: Option<bool>,
    /// Comparison with the champion; `None` for the champion.
    pub against_champion: Option<VersionDecision>,
}

/// Whether a version should take over.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct VersionDecision {
    /// `keep`, `promote`, or `not enough outcomes`.
    pub decision: String,
    /// Forecasts that both made.
    pub pairs: u64,
    /// Days on which those came due; each counts once.
    pub due_days: u64,
    /// Mean loss of the champion less that of the challenger; positive when the challenger is better.
    pub gain: Option<f64>,
    /// One-sided p of no gain (Diebold & Mariano 1995, on means of due days).
    pub p: Option<f64>,
}

/// Whether the challenger takes over.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChampionDecision {
    /// The model in use.
    pub champion: String,
    /// The challenger model.
    pub challenger: String,
    /// `keep`, `promote`, or `not enough outcomes`.
    pub decision: String,
    /// Forecasts that both made.
    pub pairs: u64,
    /// Mean loss of the champion less that of the challenger; positive when the challenger is better.
    pub gain: Option<f64>,
    /// One-sided p of no gain (Diebold & Mariano 1995, on pairs).
    pub p: Option<f64>,
}
