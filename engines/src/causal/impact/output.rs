//! Output of impact measurements.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::super::verdict::Verdict;
use crate::common::Insight;

/// The effect of a change.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Impact {
    /// What the series counts, such as `clicks`; `null` if unknown.
    pub unit: Option<String>,
    /// Average effect per step after the change, in units of the series.
    pub effect: f64,
    /// Lower end of the 95 % interval of the effect.
    pub lo: f64,
    /// Upper end of the 95 % interval of the effect.
    pub hi: f64,
    /// Effect relative to the expected value; `null` if that is 0.
    pub relative: Option<Range>,
    /// Effect summed over the steps after the change.
    pub cumulative: Range,
    /// Two-sided p-value of no effect.
    pub p: f64,
    /// Expected value without the change, for each step after it.
    pub counterfactual: Vec<f64>,
    /// Lower ends of the 95 % intervals of the steps.
    pub counterfactual_lo: Vec<f64>,
    /// Upper ends of the 95 % intervals of the steps.
    pub counterfactual_hi: Vec<f64>,
    /// Observed minus expected value of each step; `null` where the series is missing.
    pub point: Vec<Option<f64>>,
    /// Verdict.
    pub verdict: Verdict,
    /// Recommendation, in one sentence.
    pub decision: String,
    /// Probability that each control is relevant, in input order; 0 for controls that were left out.
    pub control_weights: Vec<f64>,
    /// Scale on which the series was modelled: `plain`, `root` or `logarithm`.
    pub scale: String,
    /// Placebo tests; `null` if none was requested.
    pub placebos: Option<Placebos>,
    /// Updates at the same time.
    pub overlapping_updates: Vec<String>,
    /// The insight.
    pub insights: Vec<Insight>,
    /// Notes for the reader about this run.
    pub notes: Vec<String>,
    /// Assumptions.
    pub assumptions: Vec<String>,
    /// Missing data and what they would enable.
    pub needs: Vec<String>,
    /// Name of the method.
    pub method: String,
    /// Version of the method.
    pub method_version: String,
}

/// A value with its 95 % interval.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Range {
    /// The figure.
    pub effect: f64,
    /// Lower end of the 95 % interval.
    pub lo: f64,
    /// Upper end of the 95 % interval.
    pub hi: f64,
}

/// Results of placebo tests: effects of changes that were not made.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Placebos {
    /// Relative effects at earlier times.
    pub in_time: Vec<f64>,
    /// Relative effects on the controls at the time of the change.
    pub in_space: Vec<f64>,
    /// Share of all of them whose 95 % interval excludes 0; about 0.05 is expected.
    pub false_share: f64,
    /// Rank p-value of the real effect: (placebo effects at least as large + 1) / (placebo tests + 1).
    pub rank_p: f64,
}
