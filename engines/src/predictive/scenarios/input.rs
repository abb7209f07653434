//! Input of the scenarios.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::common::Day;
use crate::predictive::{RankPath, TrafficDay};

/// Daily clicks of a site, or rank paths with monthly search volumes.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ScenariosInput {
    /// The day of the analysis. Default: the last day of the data.
    pub as_of: Option<Day>,
    /// ISO 4217 code of all amounts. Default `USD`.
    pub currency: Option<String>,
    /// Name of the site, such as its host.
    pub site: Option<String>,
    /// Daily clicks, at least 28 days. Used if present.
    pub days: Vec<TrafficDay>,
    /// Rank paths with monthly search volumes; used if `days` has no clicks.
    pub keywords: Vec<RankPath>,
    /// Number of results that were checked. Default 100.
    pub depth: Option<f64>,
}
