//! Forecasts: what was said about the future, to be scored when it has come.

use std::collections::{BTreeMap, HashMap};

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

/// Days from the day that a claim about a rank names to the check that tells of it, at most.
pub const CHECK_SLACK: i64 = 3;

/// How the subject of a claim about a rank begins.
pub const TOP10: &str = "top10:";

/// A claim about a rank: the keyword is among the first ten of its results on a day.
#[must_use]
pub fn top10_subject(day: NaiveDate, keyword: &str) -> String {
    format!("{TOP10}{day}:{keyword}")
}

/// The day that a claim about a rank names; `None` for every other subject.
#[must_use]
pub fn top10_day(subject: &str) -> Option<NaiveDate> {
    subject.strip_prefix(TOP10)?.split(':').next()?.parse().ok()
}

/// Checked ranks by keyword and day; `None`: not found as deep as was looked.
pub type RankChecks = HashMap<String, BTreeMap<NaiveDate, Option<f64>>>;

/// What a website's data tell by now, by which its forecasts are scored.
#[derive(Debug, Default)]
pub struct Measured {
    /// Its days.
    pub days: Vec<SiteDay>,
    /// Its ranks.
    pub ranks: RankChecks,
}

impl Measured {
    /// What came of a forecast: the figure of a quantity, 1 or 0 for a claim. `None` where the data do not tell.
    ///
    /// Subjects are `metric:first:last`, the sum over days all of which must be known, and `top10:day:keyword`, told by
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

    /// Of two checks that are as near, the later counts.
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
