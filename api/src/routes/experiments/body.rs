//! Validation of experiments in requests.

use chrono::{Datelike, NaiveDate};
use serde::{Deserialize, Serialize};
use serde_json::json;
use shared::{
    domain::{
        experiment::{Arm, Experiment, ExperimentDesign, ExperimentMetric, ExperimentUnit},
        now,
        run::{NewRun, RunKind},
    },
    store::{annotation, experiment::ExperimentBody, website},
};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{
    error::{ApiError, FieldError, Result},
    extract::{Changes, Member},
    state::AppState,
};

const TITLE_CHARS: usize = 200;
const HYPOTHESIS_CHARS: usize = 10_000;
const ARMS: usize = 50;
const SUBJECTS: usize = 500;
const SUBJECT_CHARS: usize = 2_000;
const DEFAULT_DAYS: i32 = 28;

/// The part on one website.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = NewExperimentArm)]
pub(super) struct ArmInput {
    /// Website.
    website_id: Uuid,
    /// Changed pages (addresses or paths) or queries. For a split, the candidate pages; empty: all.
    #[serde(default)]
    targets: Vec<String>,
    /// Unchanged pages or queries. Default: those with the most clicks among the others.
    #[serde(default)]
    controls: Vec<String>,
}

/// A new experiment, or changes of one. Omitted fields are unchanged, or filled from the annotation.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = NewExperiment)]
pub(super) struct Input {
    /// Change log entry of the tested change: default for title, day, website and pages.
    annotation_id: Option<Uuid>,
    /// Title, one line.
    title: Option<String>,
    /// Hypothesis, with its reason.
    hypothesis: Option<String>,
    /// `before_after` (default) or `split`.
    design: Option<ExperimentDesign>,
    /// `site`, `page` or `query`. Default: `page` if an arm has targets or the design is a split, otherwise `site`.
    unit: Option<ExperimentUnit>,
    /// `clicks` (default) or `impressions` in search; `clicks_at_position`: clicks compared with those usual at the day's
    /// positions, for changes of titles and snippets; `visits` that begin on a page, their `conversions`, and `ai_visits`
    /// from AI assistants, as the website's beacon counts them.
    metric: Option<ExperimentMetric>,
    /// One per website, 1 to 50; several are pooled.
    arms: Option<Vec<ArmInput>>,
    /// First day with the change.
    starts_on: Option<NaiveDate>,
    /// Days to evaluate from then on, 1 to 365. Default: 28.
    days: Option<i32>,
    /// Value per click or impression, in cents.
    cents_per_unit: Option<f64>,
}

impl Input {
    /// Returns a new experiment with these fields.
    pub(super) async fn new_body(self, state: &AppState, workspace_id: Uuid) -> Result<ExperimentBody> {
        let noted = match self.annotation_id {
            Some(id) => {
                Some(annotation::find(&state.db, workspace_id, id).await?.ok_or(ApiError::NotFound("annotation"))?)
            }
            None => None,
        };
        let arm_of_note = noted.as_ref().and_then(|note| {
            let website_id = note.website_id?;
            Some(vec![Arm { website_id, targets: note.pages.0.clone(), ..Arm::default() }])
        });
        let day = noted.as_ref().map(|note| note.day);
        let arms = self.arms.map(arms).or(arm_of_note).unwrap_or_default();
        let design = self.design.unwrap_or(ExperimentDesign::BeforeAfter);
        Ok(ExperimentBody {
            annotation_id: self.annotation_id,
            title: trimmed(self.title.or_else(|| noted.as_ref().map(|note| note.title.clone()))),
            hypothesis: trimmed(self.hypothesis.or_else(|| noted.map(|note| note.detail))),
            design,
            unit: self.unit.unwrap_or_else(|| unit(design, &arms)),
            metric: self.metric.unwrap_or(ExperimentMetric::Clicks),
            arms,
            starts_on: self.starts_on.or(day).unwrap_or_else(|| now().date_naive()),
            days: self.days.unwrap_or(DEFAULT_DAYS),
            cents_per_unit: self.cents_per_unit,
        })
    }

    /// Returns the experiment with these changes.
    pub(super) fn changed(self, tried: Experiment) -> ExperimentBody {
        ExperimentBody {
            annotation_id: self.annotation_id.or(tried.annotation_id),
            title: self.title.map_or(tried.title, |title| trimmed(Some(title))),
            hypothesis: self.hypothesis.map_or(tried.hypothesis, |text| trimmed(Some(text))),
            design: self.design.unwrap_or(tried.design),
            unit: self.unit.unwrap_or(tried.unit),
            metric: self.metric.unwrap_or(tried.metric),
            arms: self.arms.map_or(tried.arms.0, arms),
            starts_on: self.starts_on.unwrap_or(tried.starts_on),
            days: self.days.unwrap_or(tried.days),
            cents_per_unit: self.cents_per_unit.or(tried.cents_per_unit),
        }
    }
}

fn trimmed(text: Option<String>) -> String {
    text.unwrap_or_default().trim().to_owned()
}

fn arms(given: Vec<ArmInput>) -> Vec<Arm> {
    let clean = |names: Vec<String>| names.iter().map(|name| name.trim().to_owned()).collect();
    let arm = |one: ArmInput| Arm {
        website_id: one.website_id,
        targets: clean(one.targets),
        controls: clean(one.controls),
        pairs: Vec::new(),
    };
    given.into_iter().map(arm).collect()
}

fn unit(design: ExperimentDesign, arms: &[Arm]) -> ExperimentUnit {
    if design == ExperimentDesign::Split || arms.iter().any(|arm| !arm.targets.is_empty()) {
        ExperimentUnit::Page
    } else {
        ExperimentUnit::Site
    }
}

/// Checks all fields and returns all errors at once; the websites and the annotation must belong to the workspace.
pub(super) async fn check(state: &AppState, workspace_id: Uuid, body: &ExperimentBody, today: NaiveDate) -> Result<()> {
    let wrong = mistakes(body, today);
    if !wrong.is_empty() {
        return Err(ApiError::Invalid(wrong));
    }
    for arm in &body.arms {
        website::find(&state.db, workspace_id, arm.website_id).await?.ok_or(ApiError::NotFound("website"))?;
    }
    if let Some(id) = body.annotation_id {
        annotation::find(&state.db, workspace_id, id).await?.ok_or(ApiError::NotFound("annotation"))?;
    }
    Ok(())
}

fn mistakes(body: &ExperimentBody, today: NaiveDate) -> Vec<FieldError> {
    let mut wrong = Vec::new();
    let mut demand = |is_right: bool, pointer: &str, detail: &str| {
        if !is_right {
            wrong.push(FieldError::new(pointer, detail));
        }
    };
    demand(is_text(&body.title, 1, TITLE_CHARS), "/title", "must have 1 to 200 characters");
    demand(is_text(&body.hypothesis, 0, HYPOTHESIS_CHARS), "/hypothesis", "must have at most 10,000 characters");
    demand((1..=365).contains(&body.days), "/days", "must be 1 to 365");
    demand((1..=ARMS).contains(&body.arms.len()), "/arms", "must name 1 to 50 websites, each in its own arm");
    let is_worth = body.cents_per_unit.is_none_or(|cents| (0.0..=1e9).contains(&cents));
    demand(is_worth, "/centsPerUnit", "must be 0 to 1,000,000,000");
    let is_near = (1990..=2100).contains(&body.starts_on.year());
    demand(is_near, "/startsOn", "must be a day from 1990 to 2100 as YYYY-MM-DD");
    let is_split = body.design == ExperimentDesign::Split;
    let is_drawn = body.arms.iter().all(|arm| !arm.pairs.is_empty());
    let is_ahead = !is_near || body.starts_on >= today;
    let late = "must be today or later: a split is randomized before the change";
    demand(!is_split || is_drawn || is_ahead, "/startsOn", late);
    demand(!is_split || body.unit == ExperimentUnit::Page, "/unit", "must be page: a split randomizes pages");
    let is_at_position = body.metric == ExperimentMetric::ClicksAtPosition;
    let is_plain = !is_split && body.unit != ExperimentUnit::Site;
    let why = "clicks_at_position requires the design before_after and the unit page or query";
    demand(!is_at_position || is_plain, "/metric", why);
    let is_countable = !body.metric.is_of_visits() || body.unit != ExperimentUnit::Query;
    demand(
        is_countable,
        "/metric",
        "visits, conversions and ai_visits require the unit page or site: visits have no query",
    );
    for (index, arm) in body.arms.iter().enumerate() {
        let needs_target = body.unit != ExperimentUnit::Site && !is_split;
        demand(
            !needs_target || !arm.targets.is_empty(),
            &format!("/arms/{index}/targets"),
            "must name what is changed",
        );
        for (name, list) in [("targets", &arm.targets), ("controls", &arm.controls)] {
            let is_right = list.len() <= SUBJECTS && list.iter().all(|one| is_text(one, 1, SUBJECT_CHARS));
            let detail = "must have at most 500 pages or queries of at most 2,000 characters";
            demand(is_right, &format!("/arms/{index}/{name}"), detail);
        }
        let is_first = body.arms[..index].iter().all(|other| other.website_id != arm.website_id);
        demand(is_first, &format!("/arms/{index}/websiteId"), "is also in another arm");
        let is_apart = arm.targets.iter().all(|target| !arm.controls.contains(target));
        demand(is_apart, &format!("/arms/{index}/controls"), "must not contain targets");
    }
    wrong
}

fn is_text(text: &str, least: usize, most: usize) -> bool {
    (least..=most).contains(&text.chars().count())
}

/// Returns the run that evaluates an experiment.
pub(super) fn new_run(member: &Member<Changes>, experiment_id: Uuid, website_id: Option<Uuid>) -> NewRun {
    let payload = json!({"experimentId": experiment_id});
    let new = NewRun::new(member.workspace_id, member.caller.user_id, RunKind::Experiment, payload);
    NewRun { website_id, ..new }
}
