//! Forecasts: what was said about the future, to be scored when it has come.

use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};
use sqlx::types::Json;
use uuid::Uuid;

use super::{daily::SiteDay, text_enum};

text_enum! {
    /// What sort of statement it is.
    ForecastKind {
        /// Something comes true or does not.
        Claim = "claim",
        /// A figure.
        Quantity = "quantity",
    }
}

/// Where a figure is expected.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Quantiles {
    /// The mean.
    pub mean: f64,
    /// One in ten is below.
    pub p10: f64,
    /// The middle.
    pub p50: f64,
    /// One in ten is above.
    pub p90: f64,
}

/// A forecast to be kept.
#[derive(Debug, Clone, Serialize)]
pub struct NewForecast {
    /// What makes it the same when a run is repeated.
    pub identity: String,
    /// What sort of statement it is.
    pub kind: ForecastKind,
    /// What it is about: a metric and its period, or an insight.
    pub subject: String,
    /// The statement in words.
    pub statement: String,
    /// Of a claim, 0 to 1.
    pub probability: Option<f64>,
    /// Of a quantity.
    pub quantiles: Option<Quantiles>,
    /// What a naive forecast says of the same quantity.
    pub naive: Option<f64>,
    /// The method and its version.
    pub model: String,
    /// Which version of the engine's parameters made it: see [`super::engine_version`].
    pub version: String,
    /// When it can be scored.
    pub due_at: DateTime<Utc>,
}

/// A forecast as kept.
#[derive(Debug, Clone, Serialize, sqlx_macros::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct Forecast {
    /// Time-ordered.
    pub id: Uuid,
    /// About which website.
    pub website_id: Option<Uuid>,
    /// Which engine made it.
    pub engine_id: String,
    /// In which run.
    pub run_id: Uuid,
    /// What sort of statement it is.
    pub kind: ForecastKind,
    /// What it is about.
    pub subject: String,
    /// The statement in words.
    pub statement: String,
    /// Of a claim, 0 to 1.
    pub probability: Option<f64>,
    /// Of a quantity.
    pub quantiles: Option<Json<Quantiles>>,
    /// What a naive forecast said.
    pub naive: Option<f64>,
    /// The method and its version.
    pub model: String,
    /// Which version of the engine's parameters made it: see [`super::engine_version`].
    pub version: String,
    /// When it was made.
    pub made_at: DateTime<Utc>,
    /// When it can be scored.
    pub due_at: DateTime<Utc>,
    /// 0 or 1 for a claim, the measured figure for a quantity.
    pub outcome: Option<f64>,
    /// When the outcome became known.
    pub outcome_at: Option<DateTime<Utc>>,
}

/// What the days say of a quantity's subject, `metric:first:last`: their sum. `None` unless every day of it is known.
#[must_use]
pub fn measured(subject: &str, days: &[SiteDay]) -> Option<f64> {
    let mut parts = subject.split(':');
    let (metric, first, last) = (parts.next()?, parts.next()?, parts.next()?);
    let (first, last): (NaiveDate, NaiveDate) = (first.parse().ok()?, last.parse().ok()?);
    let inside: Vec<&SiteDay> =
        days.iter().filter(|day| day.day.parse::<NaiveDate>().is_ok_and(|day| day >= first && day <= last)).collect();
    if i64::try_from(inside.len()).ok()? != (last - first).num_days() + 1 {
        return None;
    }
    #[expect(clippy::cast_precision_loss, reason = "counts far below 2^53")]
    let sum = match metric {
        "clicks" => inside.iter().map(|day| day.figures.clicks).sum::<i64>() as f64,
        "impressions" => inside.iter().map(|day| day.figures.impressions).sum::<i64>() as f64,
        _ => return None,
    };
    Some(sum)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::daily::{DailyFigures, DailySource};

    #[test]
    fn a_period_is_measured_once_all_of_its_days_are_known() {
        let day = |day: &str, clicks| SiteDay {
            day: day.to_owned(),
            figures: DailyFigures { clicks, impressions: 10 * clicks, position: None },
            source: DailySource::Days,
        };
        let days = [day("2026-01-31", 1), day("2026-02-01", 2), day("2026-02-02", 3)];
        assert_eq!(measured("clicks:2026-02-01:2026-02-02", &days), Some(5.0));
        assert_eq!(measured("impressions:2026-01-31:2026-02-02", &days), Some(60.0));
        assert_eq!(measured("clicks:2026-02-01:2026-02-03", &days), None);
        assert_eq!(measured("rank:2026-02-01:2026-02-02", &days), None);
    }
}
