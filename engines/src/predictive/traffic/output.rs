//! Output of the traffic forecast.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::common::{Day, Insight, Interval};
use crate::predictive::{Accuracy, Need, Weight};

/// Forecast of a site's clicks and impressions.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TrafficOutput {
    /// Clicks; `None` if the input has none.
    pub clicks: Option<TrafficForecast>,
    /// Impressions; `None` if the input has none.
    pub impressions: Option<TrafficForecast>,
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

/// Forecast of one metric.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TrafficForecast {
    /// The last day with a value; the forecast starts on the next day.
    pub last_day: Day,
    /// The fan chart, one row per day.
    pub fan: Vec<FanDay>,
    /// Calendar months, starting with the current one.
    pub months: Vec<MonthForecast>,
    /// Sum over all days forecast.
    pub total: Interval,
    /// Sum of as many previous days, or of all if there are fewer.
    pub before: f64,
    /// Number of days in `before`.
    pub before_days: u32,
    /// The models with the most weight, in words.
    pub model: String,
    /// Weights of all models, largest first.
    pub weights: Vec<Weight>,
    /// Accuracy of the method on the last third of the days, from rolling origins.
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
    /// 10 % quantile and lower end of the 80 % interval.
    pub p10: f64,
    /// Median.
    pub p50: f64,
    /// 90 % quantile and upper end of the 80 % interval.
    pub p90: f64,
    /// Lower end of the 95 % interval.
    pub lo95: f64,
    /// Upper end of the 95 % interval.
    pub hi95: f64,
    /// Naive forecast: the same weekday of the last week.
    pub naive: f64,
}

/// Forecast of a calendar month.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MonthForecast {
    /// The month, such as `2026-12`.
    pub month: String,
    /// Number of forecast days in the month.
    pub days_forecast: u32,
    /// Sum of its observed days.
    pub observed: f64,
    /// Observed plus forecast sum.
    pub sum: Interval,
    /// True if the forecast reaches the end of the month, so that `sum` covers the whole month as far as it was
    /// observed.
    pub is_whole: bool,
}
