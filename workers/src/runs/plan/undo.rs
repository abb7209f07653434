//! Undoes the executed steps of a plan, last step first.

use engines::{
    common::Unattended,
    execution::{Undo, UndoInput, undo},
};
use serde_json::json;
use shared::{domain::plan::PlanStatus, store::plan::StatusChange};

use super::{Payload, apply::Actor, perform::sites, records, standing};
use crate::{context::RunContext, error::JobError, runs::done::Done, runs::engine::control::engine_error};

pub(crate) async fn run(context: &RunContext) -> Result<Done, JobError> {
    let Payload { plan_id, steps } = context.payload()?;
    let standing = standing::load(context, plan_id).await?;
    let mut actor = Actor::new(context, plan_id);
    if actor.is_stopped().await? {
        return Err(JobError::permanent("stopped", "The kill switch is on: no step is executed or undone."));
    }
    let mut found = Vec::new();
    let mut tx = context.db.begin().await?;
    for key in standing.steps.iter().filter_map(|step| step.action.record()) {
        let text = records::read(&mut tx, context.run.workspace_id, &key).await;
        found.push((key, text.ok().flatten()));
    }
    drop(tx);
    let input = UndoInput {
        steps: standing.steps,
        results: standing.results,
        only: steps,
        rolled_back: standing.taken_back,
        sites: sites(found),
    };
    let way: Undo = undo(&input, &Unattended).map_err(|error| engine_error(&error))?;
    let mut taken_back = 0;
    for step in &way.steps {
        if context.is_cancelled() {
            return Err(JobError::Cancelled);
        }
        taken_back += usize::from(actor.take_back(&step.compensation).await?);
    }
    let mut stuck: Vec<String> = way.blocked.iter().map(|one| format!("{}: {}", one.id, one.reason)).collect();
    stuck.extend(Some(actor.stuck()).filter(|text| !text.is_empty()));
    let all = way.steps.len() + way.blocked.len();
    let (status, detail) = if !stuck.is_empty() {
        (PlanStatus::Finished, format!("{taken_back} of {all} steps undone. Not undone: {}.", stuck.join("; ")))
    } else if input.only.is_empty() {
        (PlanStatus::Undone, format!("All {all} steps undone."))
    } else {
        (PlanStatus::Finished, format!("{taken_back} steps undone."))
    };
    let result = json!({"planId": plan_id, "takenBack": taken_back, "blocked": way.blocked});
    Ok(Done { result, effects: vec![StatusChange { id: plan_id, status, detail }.into()] })
}
