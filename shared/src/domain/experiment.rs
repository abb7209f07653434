//! Experiments: design, power analysis and outcome.

use std::collections::BTreeMap;

use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};
use sqlx::types::Json;
use uuid::Uuid;

use super::text_enum;

text_enum! {
    /// Design of an experiment.
    ExperimentDesign {
        /// Compares the targets with their counterfactual, estimated from their past and from controls.
        BeforeAfter = "before_after",
        /// Draws pages at random and compares changed with unchanged pages.
        Split = "split",
    }
}

text_enum! {
    /// Unit of targets and controls.
    ExperimentUnit {
        /// The whole website; controls are the workspace's other websites.
        Site = "site",
        /// Addresses of pages.
        Page = "page",
        /// Queries.
        Query = "query",
    }
}

text_enum! {
    /// Daily metric.
    ExperimentMetric {
        /// Clicks from search.
        Clicks = "clicks",
        /// Impressions in search.
        Impressions = "impressions",
        /// Clicks compared with the expected clicks at the day's positions, for changes of the appearance of results.
        ClicksAtPosition = "clicks_at_position",
        /// Visits that begin on a page, or of a website, as the beacon counts them.
        Visits = "visits",
        /// Conversions of these visits.
        Conversions = "conversions",
        /// Visits that come from answers of AI assistants.
        AiVisits = "ai_visits",
    }
}

impl ExperimentMetric {
    /// Returns true for metrics of the website's own beacon; the others come from search data.
    #[must_use]
    pub const fn is_of_visits(self) -> bool {
        matches!(self, Self::Visits | Self::Conversions | Self::AiVisits)
    }
}

text_enum! {
    /// Verdict on the effect.
    ExperimentVerdict {
        /// The 98 % interval excludes zero, and placebo tests show no effect.
        Proved = "proved",
        /// The 80 % interval excludes zero.
        Likely = "likely",
        /// The data are consistent with no effect.
        NotShown = "not_shown",
        /// Only effects above the largest useful one were detectable.
        NotMeasurable = "not_measurable",
        /// Another event happened at the same time.
        Contaminated = "contaminated",
    }
}

/// The part of an experiment on one website.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Arm {
    /// The website.
    pub website_id: Uuid,
    /// Changed pages or queries; empty for the whole website, or before a split is drawn.
    pub targets: Vec<String>,
    /// Control pages or queries; empty: the run uses those with the most impressions.
    pub controls: Vec<String>,
    /// For a split, the pair of each target and then of each control, in order; pages of a pair are similar.
    pub pairs: Vec<usize>,
}

/// A value with its 95 % interval.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Range {
    /// The figure.
    pub effect: f64,
    /// Lower end of the interval.
    pub lo: f64,
    /// Upper end of the interval.
    pub hi: f64,
}

/// Power analysis of one website, from its days before the start.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ArmPower {
    /// The website.
    pub website_id: Uuid,
    /// Host.
    pub site: String,
    /// Days before the start with figures.
    pub days_before: usize,
    /// Daily mean over these days; `None` without daily data.
    pub mean: Option<f64>,
    /// Minimum detectable effect relative to the mean; `None` with too few days.
    pub smallest: Option<f64>,
    /// Days needed to detect each effect in percent; `None` if a year is not enough.
    pub days_for: BTreeMap<String, Option<usize>>,
    /// Number of similar websites to pool to detect each effect in the planned days.
    pub sites_for: BTreeMap<String, usize>,
    /// False if only effects above a fifth are detectable.
    pub is_measurable: bool,
    /// Summary in one sentence; the missing data if there is no result.
    pub advice: String,
}

/// Power analysis of an experiment.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Power {
    /// Results by website.
    pub arms: Vec<ArmPower>,
    /// Minimum detectable relative effect over all websites; `None` if one of them has none.
    pub smallest: Option<f64>,
    /// Time of the analysis.
    pub at: DateTime<Utc>,
}

/// A day of a website's part.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PlotDay {
    /// `YYYY-MM-DD`.
    pub day: String,
    /// Observed value; `None` if the data have none.
    pub observed: Option<f64>,
    /// Expected value without the change; `None` before it.
    pub expected: Option<f64>,
    /// Lower end of its 95 % interval.
    pub lo: Option<f64>,
    /// Upper end of its 95 % interval.
    pub hi: Option<f64>,
}

/// Results of placebo tests.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Placebos {
    /// Relative effects at earlier times.
    pub in_time: Vec<f64>,
    /// Relative effects on the controls at the time of the change.
    pub in_space: Vec<f64>,
    /// Share of placebo tests with an effect; about 0.05 is expected.
    pub false_share: f64,
    /// Rank p-value of the real effect: (placebo effects at least as large + 1) / (placebo tests + 1).
    pub rank_p: f64,
}

/// Outcome on one website.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ArmOutcome {
    /// The website.
    pub website_id: Uuid,
    /// Host.
    pub site: String,
    /// Verdict.
    pub verdict: ExperimentVerdict,
    /// Daily effect, in units of the metric.
    pub daily: Range,
    /// Effect relative to the expected value; `None` if that is 0.
    pub relative: Option<Range>,
    /// Total effect since the start.
    pub total: Range,
    /// Two-sided p-value of no effect.
    pub p: f64,
    /// Placebo tests; `None` with too few days before the start.
    pub placebos: Option<Placebos>,
    /// For a split: p-value by random splits of the same pages.
    pub permutation_p: Option<f64>,
    /// For a split: p-value of parallel trends before the start.
    pub trend_p: Option<f64>,
    /// Targets with figures.
    pub targets: usize,
    /// Controls with figures.
    pub controls: usize,
    /// Other events at the time.
    pub overlapping: Vec<String>,
    /// Notes for the reader.
    pub notes: Vec<String>,
    /// Days from before the start to the last day.
    pub days: Vec<PlotDay>,
}

/// Pooled effect over all websites, by a random-effects mean.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Pooled {
    /// Relative effect.
    #[serde(flatten)]
    pub relative: Range,
    /// Two-sided p-value.
    pub p: f64,
    /// Share of the differences between websites that is not due to chance, 0 to 1.
    pub i_squared: f64,
}

/// Outcome of an experiment.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Outcome {
    /// Recommendation, in one sentence.
    pub decision: String,
    /// Relative effect over all websites; `None` if the expected value is 0.
    pub relative: Option<Range>,
    /// Two-sided p-value of no effect.
    pub p: f64,
    /// Last evaluated day.
    pub until: String,
    /// True before the planned end.
    pub is_preliminary: bool,
    /// Results by website.
    pub arms: Vec<ArmOutcome>,
    /// Pooled effect; `None` for one website.
    pub pooled: Option<Pooled>,
    /// Assumptions.
    pub assumptions: Vec<String>,
    /// Name of the method.
    pub method: String,
    /// Version of the method.
    pub method_version: String,
}

/// A stored experiment.
#[derive(Debug, Clone, Serialize, sqlx_macros::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct Experiment {
    /// Time-ordered.
    pub id: Uuid,
    /// Change log entry of the tested change.
    pub annotation_id: Option<Uuid>,
    /// Title, one line.
    pub title: String,
    /// Hypothesis, with its reason; may be empty.
    pub hypothesis: String,
    /// Design.
    pub design: ExperimentDesign,
    /// Unit of targets and controls.
    pub unit: ExperimentUnit,
    /// Daily metric.
    pub metric: ExperimentMetric,
    /// One part per website.
    pub arms: Json<Vec<Arm>>,
    /// First day with the change.
    pub starts_on: NaiveDate,
    /// Days to measure from then on.
    pub days: i32,
    /// Value of a click or impression, in cents; `None` if unknown.
    pub cents_per_unit: Option<f64>,
    /// Power analysis; `None` before the first run.
    pub power: Option<Json<Power>>,
    /// Outcome; `None` before there are days to evaluate.
    pub outcome: Option<Json<Outcome>>,
    /// Verdict.
    pub verdict: Option<ExperimentVerdict>,
    /// Run of the last evaluation.
    pub run_id: Option<Uuid>,
    /// Time of the last evaluation.
    pub judged_at: Option<DateTime<Utc>>,
    /// User who created it.
    pub created_by: Uuid,
    /// Time of creation.
    pub created_at: DateTime<Utc>,
    /// Time of the last change or evaluation.
    pub updated_at: DateTime<Utc>,
}
