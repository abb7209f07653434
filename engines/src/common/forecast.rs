//! Forecasts that later data will score.

use super::Day;

/// A statement about the future with its probability or its quantiles.
#[derive(Debug, Clone, PartialEq)]
pub enum Forecast {
    /// The sum of a metric over a calendar month.
    Month(MonthTotal),
    /// Whether a keyword is among the first ten results on a day.
    Top10(Top10),
}

/// Metric of a forecast.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Metric {
    /// Clicks from search results.
    Clicks,
    /// Impressions in search results.
    Impressions,
}

impl Metric {
    /// Identifier in tables, such as `clicks`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Clicks => "clicks",
            Self::Impressions => "impressions",
        }
    }
}

/// The sum of a metric over a calendar month.
#[derive(Debug, Clone, PartialEq)]
pub struct MonthTotal {
    /// Metric.
    pub metric: Metric,
    /// The month, such as `2026-12`.
    pub month: String,
    /// First day of the month.
    pub first: Day,
    /// Last day of the month.
    pub last: Day,
    /// Mean.
    pub mean: f64,
    /// 10 % quantile.
    pub p10: f64,
    /// Median.
    pub p50: f64,
    /// 90 % quantile.
    pub p90: f64,
    /// Naive forecast, which assumes no change; `None` if it is undefined.
    pub naive: Option<f64>,
    /// Whether it belongs to the scenarios of leads and revenue instead of the traffic forecast.
    pub is_scenario: bool,
    /// Origin of the forecast: a later origin is another forecast of the same month.
    pub origin: String,
}

/// Whether a keyword is among the first ten results on a day.
#[derive(Debug, Clone, PartialEq)]
pub struct Top10 {
    /// The keyword.
    pub keyword: String,
    /// The day.
    pub day: Day,
    /// The last day with a rank.
    pub origin: Day,
    /// Probability, 0 to 1.
    pub probability: f64,
}
