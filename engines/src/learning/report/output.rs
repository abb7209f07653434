//! Output of the report.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::common::Insight;

/// Accuracy of the forecasts.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReportOutput {
    /// `on`, or `off` below the minimum number of outcomes.
    pub learning: String,
    /// Entries with an outcome.
    pub outcomes: u64,
    /// Entries without an outcome.
    pub open: u64,
    /// Scores of probabilities; `None` if there are none or learning is off.
    pub probabilities: Option<ProbabilityScores>,
    /// Scores of intervals and means.
    pub intervals: Option<IntervalScores>,
    /// Drift of the errors; `None` if there is none.
    pub drift: Option<Drift>,
    /// Weight of each model in a combination.
    pub weights: Vec<ModelWeight>,
    /// Comparison of the challenger with the champion.
    pub champion: Option<ChampionDecision>,
    /// Scores by engine and version; empty if entries have no engine.
    pub versions: Vec<VersionScore>,
    /// Insights.
    pub insights: Vec<Insight>,
    /// Assumptions.
    pub assumptions: Vec<String>,
    /// Notes for the reader about this run.
    pub notes: Vec<String>,
    /// Data that would improve the result.
    pub needs: Vec<String>,
    /// Name of the method.
    pub method: String,
    /// Version of the method.
    pub method_version: String,
}

/// Scores of probabilities: Brier = reliability - resolution + uncertainty + loss within bins.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ProbabilityScores {
    /// Forecasts scored.
    pub count: u64,
    /// Mean squared difference from the outcome; lower is better.
    pub brier: f64,
    /// Difference between forecasts and outcomes; 0 is best.
    pub reliability: f64,
    /// Variation of the outcomes between forecasts; higher is better.
    pub resolution: f64,
    /// Brier score of always forecasting the overall share.
    pub uncertainty: f64,
    /// Mean negative log likelihood of the outcomes.
    pub log_loss: f64,
    /// Mean difference between forecast and share by bin.
    pub calibration_error: f64,
    /// Ten bins of forecasts.
    pub table: Vec<ReliabilityBin>,
}

/// Forecasts of similar probability.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReliabilityBin {
    /// Lower end of the bin.
    pub from: f64,
    /// Upper end of the bin.
    pub to: f64,
    /// Number of forecasts.
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
    /// Share of outcomes inside their interval; `None` without intervals.
    pub coverage: Option<f64>,
    /// Mean nominal level.
    pub promised: Option<f64>,
    /// Mean interval score (Gneiting & Raftery 2007, equation 43), in the unit of the outcome.
    pub interval_score: Option<f64>,
    /// Mean absolute error relative to the naive forecast; below 1 is better than naive.
    pub mase: Option<f64>,
}

/// A lasting increase of errors.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Drift {
    /// Index of the outcome at which it was detected, from 0.
    pub noticed_at: u64,
    /// Index of the outcome at which it began.
    pub began_at: u64,
    /// Mean loss before.
    pub before: f64,
    /// Mean loss since.
    pub since: f64,
}

/// Weight of a model.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ModelWeight {
    /// The model.
    pub model: String,
    /// Weight, 0 to 1; the sum is 1.
    pub weight: f64,
    /// Mean loss, 0 to 1; `None` without outcomes.
    pub loss: Option<f64>,
    /// Number of scored outcomes.
    pub outcomes: u64,
}

/// Scores of a version of an engine.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct VersionScore {
    /// Engine.
    pub engine: String,
    /// Version; `prior` is the baseline.
    pub version: String,
    /// Whether it is the champion.
    pub is_champion: bool,
    /// Number of forecasts with an outcome.
    pub outcomes: u64,
    /// Number of forecasts without an outcome.
    pub open: u64,
    /// Brier score of its claims; `None` without any.
    pub brier: Option<f64>,
    /// Share of outcomes inside their interval.
    pub coverage: Option<f64>,
    /// Mean interval score, in the unit of the outcomes.
    pub interval_score: Option<f64>,
    /// Mean absolute error relative to the naive forecast.
    pub mase: Option<f64>,
    /// Whether naive forecasts were as good or better; `None` if there are none.
    pub loses_to_naive: Option<bool>,
    /// Comparison with the champion; `None` for the champion.
    pub against_champion: Option<VersionDecision>,
}

/// Comparison of a version with the champion.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct VersionDecision {
    /// `keep`, `promote`, or `not enough outcomes`.
    pub decision: String,
    /// Number of paired forecasts.
    pub pairs: u64,
    /// Number of their due days; each counts once.
    pub due_days: u64,
    /// Mean loss of the champion minus that of the challenger; positive if the challenger is better.
    pub gain: Option<f64>,
    /// One-sided p-value of no gain (Diebold & Mariano 1995, on means of due days).
    pub p: Option<f64>,
}

/// Comparison of the challenger with the champion.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChampionDecision {
    /// The model in use.
    pub champion: String,
    /// The challenger model.
    pub challenger: String,
    /// `keep`, `promote`, or `not enough outcomes`.
    pub decision: String,
    /// Number of paired forecasts.
    pub pairs: u64,
    /// Mean loss of the champion minus that of the challenger; positive if the challenger is better.
    pub gain: Option<f64>,
    /// One-sided p-value of no gain (Diebold & Mariano 1995, on pairs).
    pub p: Option<f64>,
}
