//! Where keywords will rank.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::common::{Day, Insight};
use crate::predictive::Need;

/// Forecasts of all keywords with the record of the method on them.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RankingOutput {
    /// One for each keyword of the input, in its order.
    pub keywords: Vec<KeywordForecast>,
    /// How the method did on the last third of the paths.
    pub record: RankingRecord,
    /// Findings.
    pub insights: Vec<Insight>,
    /// What the reader should know.
    pub notes: Vec<String>,
    /// Assumptions.
    pub assumptions: Vec<String>,
    /// Data that would improve the results.
    pub needs: Vec<Need>,
    /// Currency of all amounts, ISO 4217, such as `USD`.
    pub currency: String,
    /// Name of the method.
    pub method: String,
    /// Version of the method.
    pub method_version: String,
}

/// Forecast of one keyword.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct KeywordForecast {
    /// The keyword.
    pub keyword: String,
    /// The page.
    pub page: Option<String>,
    /// Rank at the last check; `None` beyond the depth, or without a check.
    pub last_rank: Option<f64>,
    /// Day of the last check; `None` without one.
    pub last_day: Option<Day>,
    /// Days that were checked.
    pub checks: u32,
    /// Forecasts after 30, 60, 90 and 180 days.
    pub ahead: Vec<RankAt>,
    /// What `reachTop10` rests on.
    pub reach_source: ReachSource,
}

/// Forecast for one day.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RankAt {
    /// Days from the day of the analysis.
    pub days: u32,
    /// The day.
    pub date: Day,
    /// The rank; `None` without a path.
    pub rank: Option<RankForecast>,
    /// Probability of a rank of 1 to 3 on that day; `None` without a path.
    pub top3: Option<f64>,
    /// Probability of a rank of 1 to 10 on that day; `None` without a path.
    pub top10: Option<f64>,
    /// Probability of a rank of 1 to 20 on that day; `None` without a path.
    pub top20: Option<f64>,
    /// Probability of having been among the first ten by that day at least once.
    pub reach_top10: f64,
}

/// A rank and its scenarios; a rank of `None` is beyond the depth that is checked.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RankForecast {
    /// Better in one case of ten.
    pub optimistic: Option<f64>,
    /// The middle.
    pub realistic: Option<f64>,
    /// Worse in one case of ten.
    pub pessimistic: Option<f64>,
}

/// What a probability of reaching the first ten rests on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum ReachSource {
    /// It is there.
    Reached,
    /// The path of its ranks.
    Path,
    /// Hazards by age: published ones moved by the own record.
    Hazard,
}

/// How the method did on the last third of the paths.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RankingRecord {
    /// Forecasts compared with what came.
    pub forecasts: u32,
    /// Mean absolute error of the rank, with pages not found at 1.1 depths. `None` without a forecast.
    pub mean_absolute_error: Option<f64>,
    /// The same for the naive forecast ("no change").
    pub naive_mean_absolute_error: Option<f64>,
    /// Brier score (Brier 1950) of being among the first ten.
    pub brier_top10: Option<f64>,
    /// The same of "those in it stay, those out of it stay out".
    pub naive_brier_top10: Option<f64>,
    /// Its parts (Murphy 1973): the probabilities' distance from what came, in ten groups; 0 is best.
    pub reliability_top10: Option<f64>,
    /// How far what came differs between the groups; more is better.
    pub resolution_top10: Option<f64>,
    /// What came, by itself: the score of one probability for all.
    pub uncertainty_top10: Option<f64>,
    /// Share of ranks inside the 80 % intervals.
    pub coverage80: Option<f64>,
    /// Correlation of the errors of different keywords on the same day, 0 to 1. `None` where no two were forecast for one.
    pub common_movement: Option<f64>,
    /// True if the naive forecast ("no change") is at least as accurate.
    pub loses_to_naive: bool,
    /// Weight of the naive forecast ("no change") among the models, 0 to 1.
    pub naive_weight: f64,
    /// Months in which a page of the input could have reached the first ten, and pages that did.
    pub months_at_risk: f64,
    /// Pages that reached the first ten while they were watched.
    pub reached_top10: u32,
    /// Rate of reaching them in units of the published one.
    pub hazard_ratio: f64,
}
