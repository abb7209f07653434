//! Evaluates an experiment: power from the days before its start, and the effect from the days after.

pub(super) mod figures;
pub(super) mod other_changes;
mod report;
mod searches;
mod split;
mod visits;

use chrono::{Datelike, NaiveDate};
use engines::{
    causal::trial::{self, Trial, TrialInput},
    common::{Day, EngineError},
};
use serde::Deserialize;
use serde_json::json;
use shared::{
    domain::{
        experiment::{Arm, Experiment, ExperimentDesign},
        now,
    },
    store::{
        experiment::{self, Evaluation},
        website,
    },
};
use uuid::Uuid;

use super::engine::control::{RunControl, engine_error};
use crate::{context::RunContext, error::JobError, runs::done::Done};

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Payload {
    experiment_id: Uuid,
}

/// A part with its loaded data.
#[derive(Debug)]
struct Part {
    arm: Arm,
    site: String,
    figures: figures::Figures,
    case: trial::Arm,
}

pub(crate) async fn run(context: &RunContext) -> Result<Done, JobError> {
    let Payload { experiment_id } = context.payload()?;
    let found = experiment::find(&context.db, context.run.workspace_id, experiment_id).await?;
    let tried = found.ok_or_else(|| JobError::permanent("experiment-gone", "The experiment no longer exists."))?;
    context.progress(1, "loading", "");
    let mut parts = Vec::new();
    for arm in &tried.arms.0 {
        parts.push(part(context, &tried, arm.clone()).await?);
    }
    context.compute(move |context| judge(&context, &tried, parts)).await
}

async fn part(context: &RunContext, tried: &Experiment, arm: Arm) -> Result<Part, JobError> {
    let found = website::find(&context.db, context.run.workspace_id, arm.website_id).await?;
    let site =
        found.ok_or_else(|| JobError::permanent("website-gone", "A website of the experiment no longer exists."))?.host;
    let scope = figures::Scope::of(tried);
    let mut figures = figures::load(context, scope, &arm).await?;
    figures.leave_out(other_changes::changed_pages(context, scope, &arm).await?);
    let arm = if tried.design == ExperimentDesign::Split && arm.pairs.is_empty() {
        split::draw(tried, &arm, &site, &figures)?
    } else {
        arm
    };
    let updates = other_changes::updates(context, tried, &arm).await?;
    let case = figures.case(scope, &arm, site.clone(), updates)?;
    Ok(Part { arm, site, figures, case })
}

fn judge(context: &RunContext, tried: &Experiment, parts: Vec<Part>) -> Result<Done, JobError> {
    let input = TrialInput {
        arms: parts.iter().map(|part| part.case.clone()).collect(),
        days: usize::try_from(tried.days).unwrap_or(1),
        is_split: tried.design == ExperimentDesign::Split,
        label: Some(tried.title.clone()),
    };
    let answer: Trial = trial::trial(&input, &RunControl(context)).map_err(|error| engine_error(&error))?;
    context.progress(98, "saving", "");
    let power = report::power(&answer, &parts, now());
    let outcome = report::outcome(tried, &answer, &parts);
    let result = json!({"experimentId": tried.id, "power": power, "outcome": outcome.as_ref().map(|(_, it)| it)});
    let arms = parts.into_iter().map(|part| part.arm).collect();
    let evaluation = Evaluation { id: tried.id, arms, power, outcome };
    Ok(Done { result, effects: vec![evaluation.into()] })
}

/// Converts a day to the engines' type.
fn day(day: NaiveDate) -> Result<Day, JobError> {
    let found = Day::from_ymd(day.year(), day.month(), day.day());
    found.ok_or_else(|| engine_error(&EngineError::input("day", format!("`{day}` is out of range"))))
}
