//! The inverse of executed steps.

use std::collections::{BTreeMap, BTreeSet};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::apply::{Compensation, StepOutcome, StepResult, compensation};
use super::perform::perform;
use super::plan::{Blocked, MOST, MOST_NOTED, Step};
use super::site::Sites;
use super::verify::{Check, checks};
use super::{METHOD, METHOD_VERSION};
use crate::common::{Control, EngineError, checkpoint};

/// A plan that was executed completely or partly.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct UndoInput {
    /// The steps of the plan.
    pub steps: Vec<Step>,
    /// Results of the steps.
    pub results: Vec<StepResult>,
    /// Ids of steps to undo; empty for all executed steps.
    pub only: Vec<String>,
    /// Ids of steps that are already undone.
    pub rolled_back: Vec<String>,
    /// Current sites; empty skips the simulation.
    pub sites: Sites,
}

/// A step of the undo.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct UndoStep {
    /// Compensation to execute.
    #[serde(flatten)]
    pub compensation: Compensation,
    /// Expected state afterwards.
    pub checks: Vec<Check>,
}

/// Output of `undo`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Undo {
    /// Steps of the undo, last step first.
    pub steps: Vec<UndoStep>,
    /// Steps that cannot be undone because somebody changed the same thing since.
    pub blocked: Vec<Blocked>,
    /// Name of the method.
    pub method: String,
    /// Version of the method.
    pub method_version: String,
}

/// Returns the inverse of the executed steps: compensations in reverse order, simulated on a copy of the sites if given.
///
/// # Errors
/// Returns [`EngineError::NoInput`] if nothing was executed; [`EngineError::InvalidInput`] for an unknown id in `only`;
/// [`EngineError::TooLarge`]; or [`EngineError::Cancelled`].
pub fn undo(input: &UndoInput, control: &dyn Control) -> Result<Undo, EngineError> {
    EngineError::check_sizes(&[
        ("`steps`", input.steps.len(), MOST),
        ("`results`", input.results.len(), MOST_NOTED),
        ("`only`", input.only.len(), MOST_NOTED),
        ("`rolledBack`", input.rolled_back.len(), MOST_NOTED),
    ])?;
    let known: BTreeSet<&str> = input.steps.iter().map(|step| step.id.as_str()).collect();
    if let Some(id) = input.only.iter().find(|id| !known.contains(id.as_str())) {
        return Err(EngineError::input("only", format!("names `{id}`, which is not a step of the plan")));
    }
    let done = done(input);
    if done.is_empty() {
        return Err(EngineError::NoInput { what: "steps that were done", unlock: "give the results of the plan" });
    }
    let mut sites = input.sites.clone();
    let mut answer = Undo {
        steps: Vec::new(),
        blocked: Vec::new(),
        method: METHOD.to_owned(),
        method_version: METHOD_VERSION.to_owned(),
    };
    for (at, step) in done.into_iter().enumerate() {
        if at % 256 == 0 {
            checkpoint(control)?;
        }
        let back = compensation(step);
        let tried = if input.sites.is_empty() { Ok(()) } else { perform(&mut sites, &back.action).map(|_| ()) };
        match tried {
            Ok(()) => {
                let checks = checks(&back.action, input.sites.get(back.action.site()));
                answer.steps.push(UndoStep { compensation: back, checks });
            }
            Err(reason) => answer.blocked.push(Blocked { id: step.id.clone(), reason }),
        }
    }
    Ok(answer)
}

/// Returns the executed steps that were requested, last first.
fn done(input: &UndoInput) -> Vec<&Step> {
    let mut outcomes: BTreeMap<&str, bool> = BTreeMap::new();
    for result in &input.results {
        let was_done = matches!(result.outcome, StepOutcome::Done | StepOutcome::Verified | StepOutcome::NotVerified);
        *outcomes.entry(&result.step_id).or_default() |= was_done;
    }
    let is_wanted = |step: &&Step| {
        outcomes.get(step.id.as_str()) == Some(&true)
            && !input.rolled_back.contains(&step.id)
            && (input.only.is_empty() || input.only.contains(&step.id))
    };
    input.steps.iter().rev().filter(is_wanted).collect()
}
