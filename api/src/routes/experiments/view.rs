//! An experiment, in responses.

use std::collections::BTreeMap;

use chrono::{DateTime, NaiveDate, Utc};
use serde::Serialize;
use shared::domain::experiment::{
    self, Experiment, ExperimentDesign, ExperimentMetric, ExperimentUnit, ExperimentVerdict,
};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{extract::Success, routes::runs::view::RunView};

/// A value with its 95 % interval.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[schema(as = EffectRange)]
pub(super) struct RangeView {
    pub(super) effect: f64,
    pub(super) lo: f64,
    pub(super) hi: f64,
}

/// The part of an experiment on one website.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ExperimentArm)]
pub(super) struct ArmView {
    website_id: Uuid,
    /// Pages or queries of the treatment group. Empty for the whole website.
    targets: Vec<String>,
    /// Pages or queries of the control group. Empty: the run chooses those with the most clicks.
    controls: Vec<String>,
}

/// Power analysis of one website.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ExperimentArmPower)]
pub(super) struct ArmPowerView {
    website_id: Uuid,
    site: String,
    /// Days with data before the start.
    days_before: usize,
    /// Mean per day before the start; `null` without daily data.
    mean: Option<f64>,
    /// Minimum detectable effect, relative to the mean.
    smallest: Option<f64>,
    /// Days required to detect each effect; `null` if more than a year.
    days_for: BTreeMap<String, Option<usize>>,
    /// Number of similar websites to pool to detect each effect in the planned days.
    sites_for: BTreeMap<String, usize>,
    /// False if only effects above a fifth are detectable.
    is_measurable: bool,
    /// Summary in one sentence.
    advice: String,
}

/// Power analysis.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ExperimentPower)]
pub(super) struct PowerView {
    arms: Vec<ArmPowerView>,
    /// Minimum detectable effect pooled over all websites, relative; `null` if unknown for one of them.
    smallest: Option<f64>,
    /// Time of the analysis.
    at: DateTime<Utc>,
}

/// One day: the observed value and, from the start on, the value expected without the change.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ExperimentDay)]
pub(super) struct DayView {
    pub(super) day: String,
    pub(super) observed: Option<f64>,
    pub(super) expected: Option<f64>,
    pub(super) lo: Option<f64>,
    pub(super) hi: Option<f64>,
}

/// Results of placebo tests.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ExperimentPlacebos)]
pub(super) struct PlacebosView {
    /// Relative effects at earlier times.
    in_time: Vec<f64>,
    /// Relative effects on the controls at the time of the change.
    in_space: Vec<f64>,
    /// Share of placebo tests with an effect; about 0.05 is expected.
    false_share: f64,
    /// Rank p-value of the real effect: (placebo effects at least as large + 1) / (placebo tests + 1).
    rank_p: f64,
}

/// Outcome on one website.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ExperimentArmOutcome)]
pub(super) struct ArmOutcomeView {
    pub(super) website_id: Uuid,
    pub(super) site: String,
    /// One of `proved`, `likely`, `not_shown`, `not_measurable`, `contaminated`.
    verdict: ExperimentVerdict,
    /// Daily effect.
    daily: RangeView,
    /// Effect relative to the expected value.
    relative: Option<RangeView>,
    /// Total effect since the start.
    total: RangeView,
    p: f64,
    placebos: Option<PlacebosView>,
    /// For a split: p-value by random splits of the same pages.
    permutation_p: Option<f64>,
    /// For a split: p-value of parallel trends before the start.
    trend_p: Option<f64>,
    /// Targets with data.
    targets: usize,
    /// Controls with data.
    controls: usize,
    /// Other events at the time.
    overlapping: Vec<String>,
    notes: Vec<String>,
    pub(super) days: Vec<DayView>,
}

/// Random-effects mean of the relative effects of all websites.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ExperimentPooled)]
pub(super) struct PooledView {
    relative: RangeView,
    p: f64,
    /// Share of the differences between websites that is not due to chance, 0 to 1.
    i_squared: f64,
}

/// Monthly value of the effect with its 95% interval.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ExperimentWorth)]
pub(super) struct WorthView {
    /// Cents per month.
    effect_cents: i64,
    lo_cents: i64,
    hi_cents: i64,
}

/// Outcome of an experiment.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ExperimentOutcome)]
pub(super) struct OutcomeView {
    /// Recommendation, in one sentence.
    decision: String,
    /// Relative effect over all websites.
    relative: Option<RangeView>,
    p: f64,
    /// Last evaluated day.
    until: String,
    /// True before the planned end.
    is_preliminary: bool,
    pub(super) arms: Vec<ArmOutcomeView>,
    /// `null` for one website.
    pooled: Option<PooledView>,
    /// `null` without a value per unit, or without an effect.
    worth: Option<WorthView>,
    assumptions: Vec<String>,
    method: String,
    method_version: String,
}

/// An experiment in a list.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ListedExperiment)]
pub(super) struct Listed {
    pub(super) id: Uuid,
    /// Change log entry of the tested change.
    annotation_id: Option<Uuid>,
    pub(super) title: String,
    hypothesis: String,
    /// `before_after` or `split`.
    pub(super) design: ExperimentDesign,
    /// `site`, `page` or `query`.
    pub(super) unit: ExperimentUnit,
    /// `clicks`, `impressions`, `clicks_at_position`, `visits`, `conversions` or `ai_visits`.
    pub(super) metric: ExperimentMetric,
    website_ids: Vec<Uuid>,
    /// First day with the change.
    pub(super) starts_on: NaiveDate,
    pub(super) days: i32,
    /// One of `proved`, `likely`, `not_shown`, `not_measurable`, `contaminated`; `null` before there are days to
    /// evaluate.
    pub(super) verdict: Option<ExperimentVerdict>,
    pub(super) relative: Option<RangeView>,
    pub(super) p: Option<f64>,
    pub(super) decision: Option<String>,
    /// Minimum detectable effect, relative.
    pub(super) smallest: Option<f64>,
    /// True before the planned end.
    pub(super) is_preliminary: bool,
    pub(super) judged_at: Option<DateTime<Utc>>,
    created_at: DateTime<Utc>,
}

/// An experiment.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Experiment)]
pub(super) struct ExperimentView {
    #[serde(flatten)]
    pub(super) listed: Listed,
    arms: Vec<ArmView>,
    cents_per_unit: Option<f64>,
    /// `null` before the first run.
    power: Option<PowerView>,
    /// `null` before there are days to evaluate.
    pub(super) outcome: Option<OutcomeView>,
    /// Run that evaluates or last evaluated it.
    run_id: Option<Uuid>,
    created_by: Uuid,
    updated_at: DateTime<Utc>,
}

/// Response with an experiment.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OneExperiment)]
pub(super) struct Answer {
    pub(super) success: Success,
    pub(super) experiment: ExperimentView,
}

/// An experiment, and the run that evaluates it.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ExperimentJudging)]
pub(super) struct Judging {
    pub(super) success: Success,
    pub(super) experiment: ExperimentView,
    pub(super) run: RunView,
}

impl From<experiment::Range> for RangeView {
    fn from(range: experiment::Range) -> Self {
        Self { effect: range.effect, lo: range.lo, hi: range.hi }
    }
}

impl From<&Experiment> for Listed {
    fn from(tried: &Experiment) -> Self {
        let outcome = tried.outcome.as_ref().map(|outcome| &outcome.0);
        Self {
            id: tried.id,
            annotation_id: tried.annotation_id,
            title: tried.title.clone(),
            hypothesis: tried.hypothesis.clone(),
            design: tried.design,
            unit: tried.unit,
            metric: tried.metric,
            website_ids: tried.arms.iter().map(|arm| arm.website_id).collect(),
            starts_on: tried.starts_on,
            days: tried.days,
            verdict: tried.verdict,
            relative: outcome.and_then(|outcome| outcome.relative).map(Into::into),
            p: outcome.map(|outcome| outcome.p),
            decision: outcome.map(|outcome| outcome.decision.clone()),
            smallest: tried.power.as_ref().and_then(|power| power.smallest),
            is_preliminary: outcome.is_some_and(|outcome| outcome.is_preliminary),
            judged_at: tried.judged_at,
            created_at: tried.created_at,
        }
    }
}

impl From<Experiment> for Listed {
    fn from(tried: Experiment) -> Self {
        Self::from(&tried)
    }
}

impl From<Experiment> for ExperimentView {
    fn from(tried: Experiment) -> Self {
        let worth = worth(&tried);
        let outcome = tried.outcome.as_ref().map(|outcome| OutcomeView { worth, ..outcome.0.clone().into() });
        let arm = |arm: &experiment::Arm| ArmView {
            website_id: arm.website_id,
            targets: arm.targets.clone(),
            controls: arm.controls.clone(),
        };
        Self {
            listed: Listed::from(&tried),
            arms: tried.arms.iter().map(arm).collect(),
            cents_per_unit: tried.cents_per_unit,
            power: tried.power.map(|power| power.0.into()),
            outcome,
            run_id: tried.run_id,
            created_by: tried.created_by,
            updated_at: tried.updated_at,
        }
    }
}

/// Returns the monthly value of the effects of all websites, assumed independent; `None` without an effect.
fn worth(tried: &Experiment) -> Option<WorthView> {
    const DAYS_A_MONTH: f64 = 30.44;
    let cents = tried.cents_per_unit?;
    let is_shown =
        matches!(tried.verdict?, experiment::ExperimentVerdict::Proved | experiment::ExperimentVerdict::Likely);
    let arms = &tried.outcome.as_ref().filter(|_| is_shown)?.arms;
    let effect: f64 = arms.iter().map(|arm| arm.daily.effect).sum();
    let half = arms.iter().map(|arm| (0.5 * (arm.daily.hi - arm.daily.lo)).powi(2)).sum::<f64>().sqrt();
    #[expect(clippy::cast_possible_truncation, reason = "cents of a month, bounded by what a unit may be worth")]
    let month = |daily: f64| (daily * DAYS_A_MONTH * cents).round() as i64;
    Some(WorthView { effect_cents: month(effect), lo_cents: month(effect - half), hi_cents: month(effect + half) })
}

impl From<experiment::Power> for PowerView {
    fn from(power: experiment::Power) -> Self {
        let arm = |arm: experiment::ArmPower| ArmPowerView {
            website_id: arm.website_id,
            site: arm.site,
            days_before: arm.days_before,
            mean: arm.mean,
            smallest: arm.smallest,
            days_for: arm.days_for,
            sites_for: arm.sites_for,
            is_measurable: arm.is_measurable,
            advice: arm.advice,
        };
        Self { arms: power.arms.into_iter().map(arm).collect(), smallest: power.smallest, at: power.at }
    }
}

impl From<experiment::Outcome> for OutcomeView {
    fn from(outcome: experiment::Outcome) -> Self {
        Self {
            decision: outcome.decision,
            relative: outcome.relative.map(Into::into),
            p: outcome.p,
            until: outcome.until,
            is_preliminary: outcome.is_preliminary,
            arms: outcome.arms.into_iter().map(Into::into).collect(),
            pooled: outcome.pooled.map(|pooled| PooledView {
                relative: pooled.relative.into(),
                p: pooled.p,
                i_squared: pooled.i_squared,
            }),
            worth: None,
            assumptions: outcome.assumptions,
            method: outcome.method,
            method_version: outcome.method_version,
        }
    }
}

impl From<experiment::ArmOutcome> for ArmOutcomeView {
    fn from(arm: experiment::ArmOutcome) -> Self {
        let day = |day: experiment::PlotDay| DayView {
            day: day.day,
            observed: day.observed,
            expected: day.expected,
            lo: day.lo,
            hi: day.hi,
        };
        Self {
            website_id: arm.website_id,
            site: arm.site,
            verdict: arm.verdict,
            daily: arm.daily.into(),
            relative: arm.relative.map(Into::into),
            total: arm.total.into(),
            p: arm.p,
            placebos: arm.placebos.map(|placebos| PlacebosView {
                in_time: placebos.in_time,
                in_space: placebos.in_space,
                false_share: placebos.false_share,
                rank_p: placebos.rank_p,
            }),
            permutation_p: arm.permutation_p,
            trend_p: arm.trend_p,
            targets: arm.targets,
            controls: arm.controls,
            overlapping: arm.overlapping,
            notes: arm.notes,
            days: arm.days.into_iter().map(day).collect(),
        }
    }
}
