//! Forecasts of a site's traffic.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::common::{Day, Insight, Interval};
use crate::predictive::{Accuracy, Need, Weight};

/// Forecast of a site's clicks and impressions.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TrafficOutput {
    /// Clicks; `None` where the input has none.
    pub clicks: Option<TrafficForecast>,
    /// Impressions; `None` where the input has none.
    pub impressions: Option<TrafficForecast>,
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

/// Forecast of one figure.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TrafficForecast {
    /// The last day with a figure; the forecast begins the day after.
    pub last_day: Day,
    /// The fan chart, one row a day.
    pub fan: Vec<FanDay>,
    /// Calendar months, the one under way first.
    pub months: Vec<MonthForecast>,
    /// Sum over all days forecast.
    pub total: Interval,
    /// Sum of as many days before, or of all where there are fewer.
    pub before: f64,
    /// Days that `before` adds up.
    pub before_days: u32,
    /// The models with the most weight, in words.
    pub model: String,
    /// Weights of all models, the heaviest first.
    pub weights: Vec<Weight>,
    /// How the method did on the last third of the days, from rolling origins.
    pub backtest: Accuracy,
}

/// Forecast of one day.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FanDay {
    /// The day.
    pub date: Day,
    /// Forecast.
    pub mean: f64,
    /// 10 % point and lower end of the 80 % interval.
    pub p10: f64,
    /// 50 % point.
    pub p50: f64,
    /// 90 % point and upper end of the 80 % interval.
    pub p90: f64,
    /// Lower end of the 95 % interval.
    pub lo95: f64,
    /// Upper end of the 95 % interval.
    pub hi95: f64,
    /// The naive forecast: the same weekday of the last week again.
    pub naive: f64,
}

/// Forecast of a calendar month.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MonthForecast {
    /// The month, such as `2026-12`.
    pub month: String,
    /// Days of it that are forecast.
    pub days_forecast: u32,
    /// Sum of its days that have passed.
    pub observed: f64,
    /// What has passed plus what is forecast.
    pub sum: Interval,
    /// True where the forecast reaches the month's end, so that `sum` is of the whole month as far as it was observed.
    pub is_whole: bool,
}
