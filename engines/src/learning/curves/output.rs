//! What was learned of clicks and leads.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::input::RatePrior;
use crate::common::Insight;

/// CTR curves and rates with intervals.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CurvesOutput {
    /// A curve by site and bucket.
    pub clicks: Vec<ClickCurve>,
    /// What each kind of rate was shrunk to.
    pub priors: Vec<RatePrior>,
    /// A rate by kind and key.
    pub rates: Vec<LearnedRate>,
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

/// Share of clicks by position for a site and bucket.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ClickCurve {
    /// The site.
    pub site: String,
    /// The bucket.
    pub bucket: String,
    /// The published curve it started from.
    pub prior: String,
    /// What the site gets in units of the published curve, over all positions.
    pub ratio: f64,
    /// Positions 1 to 20.
    pub points: Vec<ClickPoint>,
}

/// Share of clicks at a position.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ClickPoint {
    /// The position.
    pub position: u32,
    /// Published share, 0 to 1.
    pub prior: f64,
    /// Learned share, 0 to 1; never rises with the position.
    pub share: f64,
    /// 10 % point.
    pub low: f64,
    /// 90 % point.
    pub high: f64,
    /// Clicks seen.
    pub clicks: f64,
    /// Impressions seen.
    pub impressions: f64,
}

/// A rate shrunk to its kind.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LearnedRate {
    /// Kind of rate.
    pub kind: String,
    /// What it is the rate of.
    pub key: String,
    /// Leads, or sales.
    pub successes: f64,
    /// Visits, or leads.
    pub trials: f64,
    /// What was believed before, 0 to 1.
    pub prior: f64,
    /// What is believed now, 0 to 1.
    pub rate: f64,
    /// 10 % point.
    pub low: f64,
    /// 90 % point.
    pub high: f64,
    /// Probability that the rate is higher than what was believed before.
    pub probability_higher: f64,
}
