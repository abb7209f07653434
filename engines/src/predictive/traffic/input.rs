//! Daily figures of a site.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::common::Day;

/// Clicks and impressions of a site, day by day.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct TrafficInput {
    /// The day of the analysis. Expiry dates count from it; without one they are left out.
    pub as_of: Option<Day>,
    /// ISO 4217 code of all amounts. Default `USD`.
    pub currency: Option<String>,
    /// Name of the site, such as its host; shown in insights.
    pub site: Option<String>,
    /// One row a day, in any order; at least 28 days. Days without a row are filled in, up to one in five.
    pub days: Vec<TrafficDay>,
}

/// The figures of one day.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TrafficDay {
    /// The day.
    pub date: Day,
    /// Clicks, 0 or more. `None` means not known.
    #[serde(default)]
    pub clicks: Option<f64>,
    /// Impressions, 0 or more. `None` means not known.
    #[serde(default)]
    pub impressions: Option<f64>,
}
