//! What scenarios are made from.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::common::Day;
use crate::predictive::{RankPath, TrafficDay};

/// Daily clicks of a site, or else rank paths with searches a month.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct ScenariosInput {
    /// The day of the analysis. Default: the last day of the data.
    pub as_of: Option<Day>,
    /// ISO 4217 code of all amounts. Default `USD`.
    pub currency: Option<String>,
    /// Name of the site, such as its host.
    pub site: Option<String>,
    /// Clicks a day, at least 28 days. Read first.
    pub days: Vec<TrafficDay>,
    /// Rank paths with searches a month; read where there are no `days` with clicks.
    pub keywords: Vec<RankPath>,
    /// Results that were checked. Default 100.
    pub depth: Option<f64>,
}
