//! Output of learned curves and rates.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::input::RatePrior;
use crate::common::Insight;

/// CTR curves and rates with intervals.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CurvesOutput {
    /// Curves by site and bucket.
    pub clicks: Vec<ClickCurve>,
    /// Prior of each kind of rate.
    pub priors: Vec<RatePrior>,
    /// Rates by kind and key.
    pub rates: Vec<LearnedRate>,
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

/// CTR by position for a site and bucket.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ClickCurve {
    /// The site.
    pub site: String,
    /// The bucket.
    pub bucket: String,
    /// Name of the published curve.
    pub prior: String,
    /// The site's CTR relative to the published curve, over all positions.
    pub ratio: f64,
    /// Positions 1 to 20.
    pub points: Vec<ClickPoint>,
}

/// CTR at a position.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ClickPoint {
    /// The position.
    pub position: u32,
    /// Published CTR, 0 to 1.
    pub prior: f64,
    /// Learned CTR, 0 to 1; non-increasing with the position.
    pub share: f64,
    /// 10 % quantile.
    pub low: f64,
    /// 90 % quantile.
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
    /// Subject of the rate.
    pub key: String,
    /// Leads, or sales.
    pub successes: f64,
    /// Visits, or leads.
    pub trials: f64,
    /// Mean of the prior, 0 to 1.
    pub prior: f64,
    /// Posterior mean, 0 to 1.
    pub rate: f64,
    /// 10 % quantile.
    pub low: f64,
    /// 90 % quantile.
    pub high: f64,
    /// Probability that the rate is higher than the prior mean.
    pub probability_higher: f64,
}
