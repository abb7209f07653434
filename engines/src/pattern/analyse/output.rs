//! What the engine tells of a website.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::common::{Day, Insight};
use crate::pattern::GivenSeries;

/// Changes, season and unusual days of a site.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Output {
    /// Changes of level or slope, in order of time.
    pub changes: Vec<Change>,
    /// The season.
    pub season: Season,
    /// Days that fit neither trend nor season, in order of time.
    pub anomalies: Vec<UnusualDay>,
    /// The findings, most important first.
    pub insights: Vec<Insight>,
    /// Days looked at, and how many of them are known.
    pub days: usize,
    /// See [`Self::days`].
    pub known_days: usize,
    /// What the reader should know about this run.
    pub notes: Vec<String>,
    /// Assumptions.
    pub assumptions: Vec<String>,
    /// What is missing and what it would unlock.
    pub needs: Vec<String>,
    /// The series that the steps are counted on; see [`GivenSeries`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub given: Option<GivenSeries>,
    /// Name of the method.
    pub method: String,
    /// Version of the method.
    pub method_version: String,
}

/// Who moved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum Who {
    /// This site, and not its like.
    You,
    /// Most sites, or SERPs as a whole.
    Everybody,
    /// Unclear.
    Unclear,
}

/// One change.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Change {
    /// First day of the new time.
    pub date: Day,
    /// First and last day on which it may have happened: 90 % of the probability.
    pub earliest: Day,
    /// See [`Self::earliest`].
    pub latest: Day,
    /// Probability that there is a change.
    pub confidence: f64,
    /// Mean a day before, without season, over at most four weeks.
    pub before: f64,
    /// Mean a day after.
    pub after: f64,
    /// Standard error of after - before, days counted for less where neighbours resemble each other.
    pub standard_error: f64,
    /// After / before - 1; `null` where there was nothing before.
    pub relative: Option<f64>,
    /// Who moved.
    pub who: Who,
    /// Other sites with data at the time.
    pub others: usize,
    /// Other sites that moved the same way.
    pub others_moved: usize,
    /// Their names, at most 20.
    pub moved_sites: Vec<String>,
    /// SERP volatility around the day, in units of the usual; `null` if unknown.
    pub volatility: Option<f64>,
    /// Updates at the time.
    pub updates: Vec<String>,
}

/// The season of a site.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Season {
    /// Its length in days.
    pub days: usize,
    /// Share of the detrended variance it explains, 0 to 1.
    pub strength: f64,
    /// What each day of it adds, from the day of `firstDay` on, in units of the metric.
    pub profile: Vec<f64>,
    /// The day of the first figure.
    pub first_day: Day,
}

/// A day that does not fit.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct UnusualDay {
    /// The day.
    pub date: Day,
    /// What was seen.
    pub observed: f64,
    /// What trend and season make of it.
    pub expected: f64,
    /// 2.5 % point of a usual day.
    pub lo: f64,
    /// 97.5 % point.
    pub hi: f64,
    /// Robust spreads it is off by.
    pub score: f64,
    /// Updates on the day.
    pub updates: Vec<String>,
}
