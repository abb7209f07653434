//! Experiments: what was tried, what could have been seen of it, and what came of it.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use sqlx::types::Json;
use uuid::Uuid;

use super::text_enum;

text_enum! {
    /// Design of an experiment.
    ExperimentDesign {
        /// What is changed is compared with what it would have been, told from its past and from controls.
        BeforeAfter = "before_after",
        /// Pages are drawn at random; those that are changed are compared with those that are not.
        Split = "split",
    }
}

text_enum! {
    /// What targets and controls are.
    ExperimentUnit {
        /// The website as a whole; its controls are the workspace's other websites.
        Site = "site",
        /// Addresses of pages.
        Page = "page",
        /// Searches.
        Query = "query",
    }
}

text_enum! {
    /// What is counted a day.
    ExperimentMetric {
        /// Clicks from search.
        Clicks = "clicks",
        /// Impressions in search.
        Impressions = "impressions",
        /// Clicks, held against those usual at the day's positions: for a change of how results look, not where they stand.
        ClicksAtPosition = "clicks_at_position",
    }
}

text_enum! {
    /// What can be said of the effect.
    ExperimentVerdict {
        /// The 95 % interval leaves out no effect, and changes that were not made show none.
        Proved = "proved",
        /// The 80 % interval leaves out no effect.
        Likely = "likely",
        /// No effect fits the figures as well.
        NotShown = "not_shown",
        /// Only an effect larger than any useful one could have been seen.
        NotMeasurable = "not_measurable",
        /// Something else happened at the same time.
        Contaminated = "contaminated",
    }
}

/// The part of an experiment that takes place on one website.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Arm {
    /// The website.
    pub website_id: Uuid,
    /// Pages or searches that are changed; none for the whole website, or before a split was drawn.
    pub targets: Vec<String>,
    /// Pages or searches that are not; none: the run takes those with the most impressions.
    pub controls: Vec<String>,
    /// Of a split, the pair of each target and then of each control, in their order: pages of a pair are alike.
    pub pairs: Vec<usize>,
}

/// A figure with its 95 % interval.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Range {
    /// The figure.
    pub effect: f64,
    /// 2.5 % point.
    pub lo: f64,
    /// 97.5 % point.
    pub hi: f64,
}

/// What could be seen on one website, from its own days before the start.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ArmPower {
    /// The website.
    pub website_id: Uuid,
    /// Its host.
    pub site: String,
    /// Days before the start that have figures.
    pub days_before: usize,
    /// Mean a day over them; `None` where nothing is known by day.
    pub mean: Option<f64>,
    /// Smallest effect that would be seen, as a share of the mean; `None` where the days do not do.
    pub smallest: Option<f64>,
    /// Days needed to see an effect of so many per cent; `None` where a year does not do.
    pub days_for: BTreeMap<String, Option<usize>>,
    /// Websites like this one that would have to be pooled to see it in the planned days.
    pub sites_for: BTreeMap<String, usize>,
    /// False where only an effect beyond a fifth could be seen.
    pub is_measurable: bool,
    /// The same in a sentence; what is missing where nothing can be told.
    pub advice: String,
}

/// What could be seen.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Power {
    /// On each website.
    pub arms: Vec<ArmPower>,
    /// Over all of them, as a share; `None` where one of them cannot tell.
    pub smallest: Option<f64>,
    /// Time of the analysis.
    pub at: DateTime<Utc>,
}

/// One day of a website's part.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct PlotDay {
    /// `YYYY-MM-DD`.
    pub day: String,
    /// What was counted; `None` where the data has no figure.
    pub observed: Option<f64>,
    /// What would have been counted without the change; `None` before it.
    pub expected: Option<f64>,
    /// 2.5 % point of that.
    pub lo: Option<f64>,
    /// 97.5 % point of that.
    pub hi: Option<f64>,
}

/// Changes that were not made.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Placebos {
    /// Relative effects at earlier times.
    pub in_time: Vec<f64>,
    /// Relative effects on the controls at the time of the change.
    pub in_space: Vec<f64>,
    /// Share of all of them that show an effect; some 0.05 is usual.
    pub false_share: f64,
    /// Rank of the real effect: (fakes at least as large + 1) / (fakes + 1).
    pub rank_p: f64,
}

/// What came of it on one website.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ArmOutcome {
    /// The website.
    pub website_id: Uuid,
    /// Its host.
    pub site: String,
    /// The word for it.
    pub verdict: ExperimentVerdict,
    /// Effect a day, in units of the metric.
    pub daily: Range,
    /// The same as a share of what was expected; `None` where nothing was expected.
    pub relative: Option<Range>,
    /// The same over all days since the start.
    pub total: Range,
    /// Two-sided probability of an effect this far from 0 without one.
    pub p: f64,
    /// Changes that were not made; `None` where the days before do not do.
    pub placebos: Option<Placebos>,
    /// Of a split: probability by random splits of the same pages.
    pub permutation_p: Option<f64>,
    /// For a split: p-value of parallel trends before the start.
    pub trend_p: Option<f64>,
    /// Targets that have figures.
    pub targets: usize,
    /// Controls that have figures.
    pub controls: usize,
    /// What else happened at the time.
    pub overlapping: Vec<String>,
    /// What the reader should know.
    pub notes: Vec<String>,
    /// Day by day, from before the start to the last day.
    pub days: Vec<PlotDay>,
}

/// All websites together, by a random-effects mean.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Pooled {
    /// Relative effect.
    #[serde(flatten)]
    pub relative: Range,
    /// Two-sided probability.
    pub p: f64,
    /// Share of the differences between websites that is not chance, 0 to 1.
    pub i_squared: f64,
}

/// What came of it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Outcome {
    /// What to do, in one sentence.
    pub decision: String,
    /// Relative effect over all websites; `None` where nothing was expected.
    pub relative: Option<Range>,
    /// Two-sided probability of an effect this far from 0 without one.
    pub p: f64,
    /// The last day that was looked at.
    pub until: String,
    /// True while the planned days are not over.
    pub is_preliminary: bool,
    /// On each website.
    pub arms: Vec<ArmOutcome>,
    /// All websites together; `None` for one.
    pub pooled: Option<Pooled>,
    /// Assumptions.
    pub assumptions: Vec<String>,
    /// Name of the method.
    pub method: String,
    /// Its version.
    pub method_version: String,
}

/// An experiment as stored.
#[derive(Debug, Clone, Serialize, sqlx_macros::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct Experiment {
    /// Time-ordered.
    pub id: Uuid,
    /// The change in the log of changes that it is about.
    pub annotation_id: Option<Uuid>,
    /// In one line.
    pub title: String,
    /// What is believed, and why; may be empty.
    pub hypothesis: String,
    /// Design of an experiment.
    pub design: ExperimentDesign,
    /// What targets and controls are.
    pub unit: ExperimentUnit,
    /// What is counted.
    pub metric: ExperimentMetric,
    /// One for each website.
    pub arms: Json<Vec<Arm>>,
    /// First day with the change, `YYYY-MM-DD`.
    pub starts_on: String,
    /// Days that are looked at from then on.
    pub days: i32,
    /// What one click or impression is worth, cents; `None` where nobody said.
    pub cents_per_unit: Option<f64>,
    /// What could be seen; `None` before the first run.
    pub power: Option<Json<Power>>,
    /// What came of it; `None` before there are days to look at.
    pub outcome: Option<Json<Outcome>>,
    /// The word for it.
    pub verdict: Option<ExperimentVerdict>,
    /// The run that judged it last.
    pub run_id: Option<Uuid>,
    /// When that was.
    pub judged_at: Option<DateTime<Utc>>,
    /// Who began it.
    pub created_by: Uuid,
    /// When it was written down.
    pub created_at: DateTime<Utc>,
    /// When it was last changed or judged.
    pub updated_at: DateTime<Utc>,
}
