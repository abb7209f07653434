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

/// What is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Metric {
    /// Clicks from search results.
    Clicks,
    /// Impressions in search results.
    Impressions,
}

impl Metric {
    /// The word in tables, such as `clicks`.
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
    /// What is counted.
    pub metric: Metric,
    /// The month, such as `2026-12`.
    pub month: String,
    /// Its first day.
    pub first: Day,
    /// Its last day.
    pub last: Day,
    /// Mean of the forecast.
    pub mean: f64,
    /// 10 % point.
    pub p10: f64,
    /// 50 % point.
    pub p50: f64,
    /// 90 % point.
    pub p90: f64,
    /// What is expected by whoever assumes that nothing changes; `None` where that is not defined.
    pub naive: Option<f64>,
    /// Whether it belongs to the scenarios of leads and money, not to the forecast of traffic.
    pub is_scenario: bool,
    /// What the forecast was made from: a later origin is another forecast of the same month.
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
