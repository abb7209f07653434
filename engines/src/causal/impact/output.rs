//! What a change did.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::super::verdict::Verdict;
use crate::common::Insight;

/// The effect of a change.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Impact {
    /// Average effect a step after the change, in units of the series.
    pub effect: f64,
    /// 2.5 % point of the effect.
    pub lo: f64,
    /// 97.5 % point of the effect.
    pub hi: f64,
    /// The same as a share of what was expected; `null` where nothing was expected.
    pub relative: Option<Range>,
    /// The same summed over the steps after the change.
    pub cumulative: Range,
    /// Two-sided probability of an effect this far from 0 without one.
    pub p: f64,
    /// What was expected without the change, for each step from the first after it to the last.
    pub counterfactual: Vec<f64>,
    /// 2.5 % points of the steps.
    pub counterfactual_lo: Vec<f64>,
    /// 97.5 % points of the steps.
    pub counterfactual_hi: Vec<f64>,
    /// What was seen less what was expected, step by step; `null` where the series is missing.
    pub point: Vec<Option<f64>>,
    /// The word for the outcome.
    pub verdict: Verdict,
    /// What to do, in one sentence.
    pub decision: String,
    /// Probability that each control matters, in the order given; 0 for one that was left out.
    pub control_weights: Vec<f64>,
    /// The scale the series was modelled on: `plain`, `root` or `logarithm`.
    pub scale: String,
    /// Placebo tests; `null` if none was requested.
    pub placebos: Option<Placebos>,
    /// Updates that ran at the time.
    pub overlapping_updates: Vec<String>,
    /// The finding.
    pub insights: Vec<Insight>,
    /// What the reader should know about this run.
    pub notes: Vec<String>,
    /// Assumptions.
    pub assumptions: Vec<String>,
    /// What is missing and what it would unlock.
    pub needs: Vec<String>,
    /// Name of the method.
    pub method: String,
    /// Version of the method.
    pub method_version: String,
}

/// A figure with its 95 % interval.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Range {
    /// The figure.
    pub effect: f64,
    /// 2.5 % point.
    pub lo: f64,
    /// 97.5 % point.
    pub hi: f64,
}

/// Effects of changes that were not made.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Placebos {
    /// Relative effects at earlier times.
    pub in_time: Vec<f64>,
    /// Relative effects on the controls at the time of the change.
    pub in_space: Vec<f64>,
    /// Share of all of them whose 95 % interval excludes 0; about 0.05 is expected.
    pub false_share: f64,
    /// Rank of the real effect: (fakes at least as large + 1) / (fakes + 1).
    pub rank_p: f64,
}
