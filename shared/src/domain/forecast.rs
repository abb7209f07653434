//! Forecasts in the ledger, which are scored when their outcome is known.

use std::collections::{BTreeMap, HashMap};

use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};
use sqlx::types::Json;
use uuid::Uuid;

use super::{daily::SiteDay, text_enum};

text_enum! {
    /// Kind of a forecast.
    ForecastKind {
        /// A statement that is correct or incorrect.
        Claim = "claim",
        /// A quantity.
        Quantity = "quantity",
    }
}

/// Quantiles of a quantity.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Quantiles {
    /// The mean.
    pub mean: f64,
    /// 10 % quantile.
    pub p10: f64,
    /// Median.
    pub p50: f64,
    /// 90 % quantile.
    pub p90: f64,
}

/// A forecast to store.
#[derive(Debug, Clone, Serialize)]
pub struct NewForecast {
    /// Identity, which is the same when a run is repeated.
    pub identity: String,
    /// Kind.
    pub kind: ForecastKind,
    /// Subject: a metric and its period, or an insight.
    pub subject: String,
    /// The statement in words.
    pub statement: String,
    /// Probability of a claim, 0 to 1.
    pub probability: Option<f64>,
    /// Quantiles of a quantity.
    pub quantiles: Option<Quantiles>,
    /// Naive forecast of the same quantity.
    pub naive: Option<f64>,
    /// The method and its version.
    pub model: String,
    /// Version of the engine's parameters: see [`super::engine_version`].
    pub version: String,
    /// Due date.
    pub due_at: DateTime<Utc>,
}

/// A stored forecast.
#[derive(Debug, Clone, Serialize, sqlx_macros::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct Forecast {
    /// Time-ordered.
    pub id: Uuid,
    /// Website.
    pub website_id: Option<Uuid>,
    /// Engine.
    pub engine_id: String,
    /// Run.
    pub run_id: Uuid,
    /// Kind.
    pub kind: ForecastKind,
    /// Subject.
    pub subject: String,
    /// The statement in words.
    pub statement: String,
    /// Probability of a claim, 0 to 1.
    pub probability: Option<f64>,
    /// Quantiles of a quantity.
    pub quantiles: Option<Json<Quantiles>>,
    /// Naive forecast.
    pub naive: Option<f64>,
    /// The method and its version.
    pub model: String,
    /// Version of the engine's parameters: see [`super::engine_version`].
    pub version: String,
    /// Time of the forecast.
    pub made_at: DateTime<Utc>,
    /// Due date.
    pub due_at: DateTime<Utc>,
    /// Outcome: 0 or 1 for a claim, the measured value for a quantity.
    pub outcome: Option<f64>,
    /// Time when the outcome became known.
    pub outcome_at: Option<DateTime<Utc>>,
}

/// Maximum number of days between the day of a rank forecast and the check that settles it.
pub const CHECK_SLACK: i64 = 3;

/// Prefix of the subject of a rank forecast.
pub const TOP10: &str = "top10:";

/// Subject of a rank forecast: the keyword is in the top 10 on a day.
#[must_use]
pub fn top10_subject(day: NaiveDate, keyword: &str) -> String {
    format!("{TOP10}{day}:{keyword}")
}

/// Day of a rank forecast; `None` for other subjects.
#[must_use]
pub fn top10_day(subject: &str) -> Option<NaiveDate> {
    subject.strip_prefix(TOP10)?.split(':').next()?.parse().ok()
}

/// Checked ranks by keyword and day; `None`: not found within the depth.
pub type RankChecks = HashMap<String, BTreeMap<NaiveDate, Option<f64>>>;

/// Data of a website for scoring its forecasts.
#[derive(Debug, Default)]
pub struct Measured {
    /// Its days.
    pub days: Vec<SiteDay>,
    /// Its ranks.
    pub ranks: RankChecks,
}

impl Measured {
    /// Returns the outcome of a forecast: the value of a quantity, 1 or 0 for a claim. `None` if the data do not
    /// contain it.
    ///
    /// Subjects are `metric:first:last`, the sum over days that must all be known, and `top10:day:keyword`, settled by
    /// the check nearest to the day.
    #[must_use]
    pub fn outcome(&self, subject: &str) -> Option<f64> {
        if let Some(day) = top10_day(subject) {
            return self.is_top10(day, subject.splitn(3, ':').nth(2)?).map(f64::from);
        }
        let mut parts = subject.split(':');
        let (metric, first, last) = (parts.next()?, parts.next()?, parts.next()?);
        self.sum(metric, first.parse().ok()?, last.parse().ok()?)
    }

    /// The later of two equally near checks counts.
    fn is_top10(&self, day: NaiveDate, keyword: &str) -> Option<bool> {
        let off = |checked: &NaiveDate| (*checked - day).num_days().abs();
        let checks = self.ranks.get(keyword)?.iter().rev().filter(|(checked, _)| off(checked) <= CHECK_SLACK);
        let (_, rank) = checks.min_by_key(|(checked, _)| off(checked))?;
        Some(rank.is_some_and(|rank| rank <= 10.0))
    }

    #[expect(clippy::cast_precision_loss, reason = "counts far below 2^53")]
    fn sum(&self, metric: &str, first: NaiveDate, last: NaiveDate) -> Option<f64> {
        let is_inside = |day: &&SiteDay| day.day.parse::<NaiveDate>().is_ok_and(|day| day >= first && day <= last);
        let inside: Vec<&SiteDay> = self.days.iter().filter(is_inside).collect();
        if i64::try_from(inside.len()).ok()? != (last - first).num_days() + 1 {
            return None;
        }
        match metric {
            "clicks" => Some(inside.iter().map(|day| day.figures.clicks).sum::<i64>() as f64),
            "impressions" => Some(inside.iter().map(|day| day.figures.impressions).sum::<i64>() as f64),
            _ => None,
        }
    }
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
        let days = vec![day("2026-01-31", 1), day("2026-02-01", 2), day("2026-02-02", 3)];
        let measured = Measured { days, ..Measured::default() };
        assert_eq!(measured.outcome("clicks:2026-02-01:2026-02-02"), Some(5.0));
        assert_eq!(measured.outcome("impressions:2026-01-31:2026-02-02"), Some(60.0));
        assert_eq!(measured.outcome("clicks:2026-02-01:2026-02-03"), None);
        assert_eq!(measured.outcome("rank:2026-02-01:2026-02-02"), None);
    }

    #[test]
    fn the_check_nearest_to_the_day_tells_of_a_rank() {
        let day = |day: &str| day.parse::<NaiveDate>().expect("a day");
        let checks = [("2026-03-01", Some(9.0)), ("2026-03-03", Some(11.0)), ("2026-03-12", None)];
        let checks = checks.map(|(checked, rank)| (day(checked), rank));
        let ranks = RankChecks::from([("roof: repair".to_owned(), BTreeMap::from(checks))]);
        let measured = Measured { ranks, ..Measured::default() };
        let came = |on: &str| measured.outcome(&top10_subject(day(on), "roof: repair"));
        assert_eq!(came("2026-03-01"), Some(1.0));
        assert_eq!(came("2026-03-02"), Some(0.0), "of two as near the later");
        assert_eq!(came("2026-03-07"), None, "too far from every check");
        assert_eq!(came("2026-03-15"), Some(0.0), "not found is not among the first ten");
        assert_eq!(measured.outcome(&top10_subject(day("2026-03-01"), "another")), None);
    }
}
