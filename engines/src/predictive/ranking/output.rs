//! Output of the ranking forecast.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::common::{Day, Insight};
use crate::predictive::Need;
use crate::predictive::series::against;

/// Forecasts of all keywords, with the accuracy of the method on their past.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RankingOutput {
    /// Forecasts in the order of the input's keywords.
    pub keywords: Vec<KeywordForecast>,
    /// Accuracy of the method on the last third of the paths.
    pub record: RankingRecord,
    /// Insights.
    pub insights: Vec<Insight>,
    /// Notes for the reader.
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
    /// Last rank; `None` beyond the depth, or without a check.
    pub last_rank: Option<f64>,
    /// Day of the last check; `None` without one.
    pub last_day: Option<Day>,
    /// Number of checked days.
    pub checks: u32,
    /// Forecasts after 30, 60, 90 and 180 days.
    pub ahead: Vec<RankAt>,
    /// Basis of `reachTop10`.
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
    /// Probability of having been in the first ten at least once by that day.
    pub reach_top10: f64,
}

/// A rank in three scenarios; `None` is beyond the checked depth.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RankForecast {
    /// 10 % quantile.
    pub optimistic: Option<f64>,
    /// Median.
    pub realistic: Option<f64>,
    /// 90 % quantile.
    pub pessimistic: Option<f64>,
}

/// Basis of the probability of reaching the first ten.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum ReachSource {
    /// It is already there.
    Reached,
    /// Its ranks so far.
    Path,
    /// Hazards by age: published rates updated by the site's own record.
    Hazard,
}

/// Accuracy of the method on the last third of the paths.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RankingRecord {
    /// Number of forecasts compared with their outcome.
    pub forecasts: u32,
    /// Mean absolute error of the rank, with pages not found at 1.1 depths. `None` without a forecast.
    pub mean_absolute_error: Option<f64>,
    /// The same for the naive forecast ("no change").
    pub naive_mean_absolute_error: Option<f64>,
    /// Brier score (Brier 1950) of being among the first ten.
    pub brier_top10: Option<f64>,
    /// The score of "no change".
    pub naive_brier_top10: Option<f64>,
    /// Reliability (Murphy 1973): difference between probabilities and outcomes in ten groups; 0 is best.
    pub reliability_top10: Option<f64>,
    /// Resolution: variation of the outcomes between the groups; higher is better.
    pub resolution_top10: Option<f64>,
    /// Uncertainty: the score of one probability for all.
    pub uncertainty_top10: Option<f64>,
    /// Share of ranks inside the 80 % intervals.
    pub coverage80: Option<f64>,
    /// Correlation of the errors of different keywords on the same day, 0 to 1. `None` if no two were forecast for the
    /// same day.
    pub common_movement: Option<f64>,
    /// True if the naive forecast ("no change") is at least as accurate.
    pub loses_to_naive: bool,
    /// Weight of the naive forecast ("no change") among the models, 0 to 1.
    pub naive_weight: f64,
    /// Months in which a page of the input could have reached the first ten.
    pub months_at_risk: f64,
    /// Pages that reached the first ten during the observed time.
    pub reached_top10: u32,
    /// Rate of reaching them relative to the published rate.
    pub hazard_ratio: f64,
}

impl RankingRecord {
    /// Says how forecasts that lose to "no change" compare with it: `worse than` or `no better than`.
    pub(super) fn against_naive(&self) -> &'static str {
        let errors = self.mean_absolute_error.zip(self.naive_mean_absolute_error);
        errors.map_or("no better than", |(own, naive)| against(own, naive))
    }
}
