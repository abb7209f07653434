//! Output of the website analysis.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::common::{Day, Insight};
use crate::pattern::GivenSeries;

/// Changes, season and unusual days of a site.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Output {
    /// Changes of level or slope, in chronological order.
    pub changes: Vec<Change>,
    /// The season.
    pub season: Season,
    /// Days that fit neither trend nor season, in chronological order.
    pub anomalies: Vec<UnusualDay>,
    /// Insights, most important first.
    pub insights: Vec<Insight>,
    /// Number of days analysed, and of known days.
    pub days: usize,
    /// See [`Self::days`].
    pub known_days: usize,
    /// Notes for the reader about this run.
    pub notes: Vec<String>,
    /// Assumptions.
    pub assumptions: Vec<String>,
    /// Missing data and what they would enable.
    pub needs: Vec<String>,
    /// The series that the steps are counted on; see [`GivenSeries`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub given: Option<GivenSeries>,
    /// Name of the method.
    pub method: String,
    /// Version of the method.
    pub method_version: String,
}

/// Sites affected by a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum Who {
    /// This site, but not comparable sites.
    You,
    /// Most sites, or SERPs as a whole.
    Everybody,
    /// Unclear.
    Unclear,
}

/// A change.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Change {
    /// First day after the change.
    pub date: Day,
    /// First and last day of the 90 % range of the date.
    pub earliest: Day,
    /// See [`Self::earliest`].
    pub latest: Day,
    /// Probability that there is a change.
    pub confidence: f64,
    /// Daily mean before the change, without season, over at most four weeks.
    pub before: f64,
    /// Daily mean after the change.
    pub after: f64,
    /// Standard error of after - before, allowing for autocorrelation.
    pub standard_error: f64,
    /// After / before - 1; `null` if before is 0.
    pub relative: Option<f64>,
    /// Sites affected.
    pub who: Who,
    /// Other sites with data at the time.
    pub others: usize,
    /// Other sites that changed in the same direction.
    pub others_moved: usize,
    /// Their names, at most 20.
    pub moved_sites: Vec<String>,
    /// SERP volatility around the day, relative to normal; `null` if unknown.
    pub volatility: Option<f64>,
    /// Updates at the time.
    pub updates: Vec<String>,
}

/// The season of a site.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Season {
    /// Length in days.
    pub days: usize,
    /// Share of the detrended variance that it explains, 0 to 1.
    pub strength: f64,
    /// What each day of it adds, from the day of `firstDay` on, in units of the metric.
    pub profile: Vec<f64>,
    /// Date of the first figure.
    pub first_day: Day,
}

/// An unusual day.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct UnusualDay {
    /// The day.
    pub date: Day,
    /// Observed value.
    pub observed: f64,
    /// Expected value from trend and season.
    pub expected: f64,
    /// Lower end of the 95 % range of a normal day.
    pub lo: f64,
    /// Upper end of the 95 % range.
    pub hi: f64,
    /// Deviation in robust standard deviations.
    pub score: f64,
    /// Updates on the day.
    pub updates: Vec<String>,
}
