//! Loads a plan with its results in the engine's type.

use std::collections::BTreeSet;

use engines::execution::{Action, Step, StepOutcome as Heard, StepResult};
use serde_json::Value;
use shared::{
    domain::plan::{Decision, Plan, PlanStep, StepOutcome},
    store::plan,
};
use uuid::Uuid;

use crate::{context::RunContext, error::JobError};

/// The current state of a plan.
#[derive(Debug)]
pub(super) struct Standing {
    pub(super) plan: Plan,
    /// Steps that were not rejected, and do not depend on a rejected one.
    pub(super) steps: Vec<Step>,
    pub(super) results: Vec<StepResult>,
    /// Ids of approved steps.
    pub(super) approvals: Vec<String>,
    /// Ids of undone steps.
    pub(super) taken_back: Vec<String>,
}

/// Loads the plan.
pub(super) async fn load(context: &RunContext, id: Uuid) -> Result<Standing, JobError> {
    let workspace_id = context.run.workspace_id;
    let found = plan::find(&context.db, workspace_id, id).await?;
    let found = found.ok_or_else(|| JobError::permanent("plan-gone", "The plan no longer exists."))?;
    let rows = plan::steps(&context.db, workspace_id, id).await?;
    Standing::of(found, &rows)
}

impl Standing {
    fn of(plan: Plan, rows: &[PlanStep]) -> Result<Self, JobError> {
        let mut standing =
            Self { plan, steps: Vec::new(), results: Vec::new(), approvals: Vec::new(), taken_back: Vec::new() };
        let mut left_out: BTreeSet<String> = BTreeSet::new();
        for row in rows {
            let step = step(row)?;
            let is_no = row.decision == Some(Decision::Rejected);
            if is_no || step.depends_on.iter().any(|id| left_out.contains(id)) {
                left_out.insert(step.id);
                continue;
            }
            if row.decision == Some(Decision::Approved) {
                standing.approvals.push(step.id.clone());
            }
            if row.taken_back_at.is_some() {
                standing.taken_back.push(step.id.clone());
            }
            standing.results.extend(row.outcome.map(|outcome| StepResult {
                step_id: step.id.clone(),
                idempotency_key: step.idempotency_key.clone(),
                outcome: heard(outcome),
                detail: None,
            }));
            standing.steps.push(step);
        }
        Ok(standing)
    }

    /// Inverse of a step, from its execution.
    pub(super) fn compensation(&self, id: &str) -> Option<&Action> {
        self.steps.iter().find(|step| step.id == id).map(|step| &step.compensation)
    }
}

/// Parses a stored step, with the inverse recorded at its execution.
fn step(row: &PlanStep) -> Result<Step, JobError> {
    let mut step: Step = read(&row.body.0)?;
    if let Some(compensation) = &row.compensation {
        step.compensation = read(&compensation.0)?;
    }
    Ok(step)
}

fn read<T: serde::de::DeserializeOwned>(value: &Value) -> Result<T, JobError> {
    serde_json::from_value(value.clone()).map_err(|error| JobError::defect(&error))
}

const fn heard(outcome: StepOutcome) -> Heard {
    match outcome {
        StepOutcome::Failed => Heard::Failed,
        StepOutcome::Done => Heard::Done,
        StepOutcome::Verified => Heard::Verified,
        StepOutcome::NotVerified => Heard::NotVerified,
    }
}
