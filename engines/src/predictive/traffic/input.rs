//! Input of the traffic forecast.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::common::Day;

/// Daily clicks and impressions of a site.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct TrafficInput {
    /// The day of the analysis. Validity starts here; without it, insights have no expiry date.
    pub as_of: Option<Day>,
    /// ISO 4217 code of all amounts. Default `USD`.
    pub currency: Option<String>,
    /// Name of the site, such as its host; shown in insights.
    pub site: Option<String>,
    /// One row per day, in any order; at least 28 days. Up to one in five days may be missing and is filled in.
    pub days: Vec<TrafficDay>,
}

/// Values of one day.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TrafficDay {
    /// The day.
    pub date: Day,
    /// Clicks, 0 or more. `None` means unknown.
    #[serde(default)]
    pub clicks: Option<f64>,
    /// Impressions, 0 or more. `None` means unknown.
    #[serde(default)]
    pub impressions: Option<f64>,
}
