//! Executes the approved steps of a plan: canaries first, each verified afterwards, and all undone if too many fail.

use std::collections::BTreeSet;

use engines::{
    common::Unattended,
    execution::{ApplyInput, Checked, Compensation, Next, Parameters, PlanState, Step, apply},
};
use serde_json::json;
use shared::{
    domain::{
        now,
        plan::{PlanStatus, StepOutcome},
    },
    store::{
        Tx, kill_switch,
        plan::{self, StatusChange},
    },
};
use uuid::Uuid;

use super::{
    Payload,
    perform::{holds, perform},
    records::Owner,
    refusal::Refusal,
    standing::{self, Standing},
};
use crate::{
    context::RunContext,
    error::JobError,
    runs::done::Done,
    runs::engine::{control::engine_error, found::json_of},
};

pub(crate) async fn run(context: &RunContext) -> Result<Done, JobError> {
    let Payload { plan_id, .. } = context.payload()?;
    let limits = Parameters::default().check().map_err(|error| engine_error(&error))?;
    let mut actor = Actor::new(context, plan_id);
    loop {
        if context.is_cancelled() {
            return Err(JobError::Cancelled);
        }
        let standing = standing::load(context, plan_id).await?;
        if standing.steps.is_empty() {
            return Ok(ended(plan_id, PlanStatus::Rejected, "All steps were rejected.".to_owned(), json!({})));
        }
        let next = next(&standing, actor.is_stopped().await?, &limits)?;
        tell(context, &next);
        if !actor.act(&standing, &next).await? {
            let result = json!({"planId": plan_id, "state": next.state, "counts": next.counts, "reason": next.reason});
            let (status, detail) = actor.status(&next);
            return Ok(ended(plan_id, status, detail, result));
        }
    }
}

fn next(standing: &Standing, kill_switch: bool, limits: &Checked) -> Result<Next, JobError> {
    let input = ApplyInput {
        steps: standing.steps.clone(),
        results: standing.results.clone(),
        approvals: standing.approvals.clone(),
        kill_switch,
        day: 0,
        rolled_back: standing.taken_back.clone(),
    };
    apply(&input, limits, &Unattended).map_err(|error| engine_error(&error))
}

fn tell(context: &RunContext, next: &Next) {
    let counts = next.counts;
    let heard = counts.done + counts.failed + counts.rolled_back;
    let percent = i32::try_from(95 * heard / counts.planned.max(1)).unwrap_or(0);
    context.progress(percent, "acting", &format!("{} of {} steps done.", counts.done, counts.planned));
}

fn ended(id: Uuid, status: PlanStatus, detail: String, result: serde_json::Value) -> Done {
    Done { result, effects: vec![StatusChange { id, status, detail }.into()] }
}

/// Executes, verifies and undoes steps.
pub(super) struct Actor<'a> {
    context: &'a RunContext,
    plan_id: Uuid,
    owner: Owner,
    /// Steps that cannot be undone, with the reason.
    stuck: BTreeSet<String>,
}

impl<'a> Actor<'a> {
    pub(super) fn new(context: &'a RunContext, plan_id: Uuid) -> Self {
        let owner = Owner { workspace_id: context.run.workspace_id, user_id: context.run.user_id };
        Self { context, plan_id, owner, stuck: BTreeSet::new() }
    }

    pub(super) async fn is_stopped(&self) -> Result<bool, JobError> {
        let mut tx = self.context.db.begin().await?;
        let is_stopped = kill_switch::is_stopped(&mut tx, self.owner.workspace_id, now()).await?;
        tx.commit().await?;
        Ok(is_stopped)
    }

    /// Executes the next steps; returns true if anything changed, so that the next steps must be requested again.
    async fn act(&mut self, standing: &Standing, next: &Next) -> Result<bool, JobError> {
        let mut has_acted = false;
        for back in
            next.compensations.iter().filter(|back| !self.stuck.contains(&back.step_id)).cloned().collect::<Vec<_>>()
        {
            has_acted |= self.take_back(&back).await?;
        }
        if next.state == PlanState::Halted {
            return Ok(false);
        }
        for id in &next.to_verify {
            has_acted |= self.see(standing, id).await?;
        }
        for step in &next.next {
            has_acted |= self.step(step).await?;
        }
        Ok(has_acted)
    }

    /// Starts a transaction in which execution is not stopped; returns `None` if it is stopped.
    async fn begin(&self) -> Result<Option<Tx>, JobError> {
        let mut tx = self.context.db.begin().await?;
        let is_stopped = kill_switch::is_stopped(&mut tx, self.owner.workspace_id, now()).await?;
        Ok((!is_stopped).then_some(tx))
    }

    async fn step(&self, step: &Step) -> Result<bool, JobError> {
        let Some(mut tx) = self.begin().await? else { return Ok(true) };
        if !plan::take(&mut tx, self.plan_id, &step.id, now()).await? {
            return Ok(true);
        }
        match perform(&mut tx, self.owner, &step.action).await {
            Ok(back) => {
                plan::keep_compensation(&mut tx, self.plan_id, &step.id, &json_of(&back)?).await?;
                tx.commit().await?;
            }
            Err(Refusal::Unmet(reason)) => {
                drop(tx);
                self.note(&step.id, StepOutcome::Failed, &reason).await?;
            }
            Err(Refusal::Run(error)) => return Err(error),
        }
        Ok(true)
    }

    async fn see(&self, standing: &Standing, id: &str) -> Result<bool, JobError> {
        let Some(back) = standing.compensation(id) else { return Ok(false) };
        let mut tx = self.context.db.begin().await?;
        let seen = holds(&mut tx, self.owner, back).await.map_err(of_run)?;
        drop(tx);
        let (outcome, detail) = if seen {
            (StepOutcome::Verified, "Verified.")
        } else {
            (StepOutcome::NotVerified, "Verification failed.")
        };
        self.note(id, outcome, detail).await?;
        Ok(true)
    }

    /// Undoes a step; if somebody has changed the same thing since, it stays and is reported.
    pub(super) async fn take_back(&mut self, back: &Compensation) -> Result<bool, JobError> {
        let Some(mut tx) = self.begin().await? else { return Ok(false) };
        if !plan::take_back(&mut tx, self.plan_id, &back.step_id, now()).await? {
            return Ok(false);
        }
        match perform(&mut tx, self.owner, &back.action).await {
            Ok(_) => {
                tx.commit().await?;
                Ok(true)
            }
            Err(Refusal::Unmet(reason)) => {
                drop(tx);
                self.stuck.insert(format!("{}: {reason}", back.step_id));
                self.stuck.insert(back.step_id.clone());
                Ok(false)
            }
            Err(Refusal::Run(error)) => Err(error),
        }
    }

    async fn note(&self, step_id: &str, outcome: StepOutcome, detail: &str) -> Result<(), JobError> {
        let mut tx = self.context.db.begin().await?;
        plan::note(&mut tx, self.plan_id, step_id, outcome, detail).await?;
        Ok(tx.commit().await?)
    }

    /// Reasons why steps could not be undone; empty if all could.
    pub(super) fn stuck(&self) -> String {
        self.stuck.iter().filter(|one| one.contains(": ")).cloned().collect::<Vec<_>>().join("; ")
    }

    fn status(&self, next: &Next) -> (PlanStatus, String) {
        let status = match next.state {
            PlanState::Finished if next.counts.done == 0 => PlanStatus::Blocked,
            PlanState::Finished => PlanStatus::Finished,
            PlanState::WaitingForApproval | PlanState::WaitingForDay => PlanStatus::Waiting,
            PlanState::RolledBack => PlanStatus::RolledBack,
            PlanState::Halted | PlanState::RollingBack => PlanStatus::Halted,
            PlanState::Running => PlanStatus::Running,
        };
        let counts = next.counts;
        let detail = match status {
            PlanStatus::Finished => format!("{} of {} steps done and verified.", counts.done, counts.planned),
            _ if !self.stuck.is_empty() => format!("{} Not undone: {}.", next.reason, self.stuck()),
            _ => next.reason.clone(),
        };
        (status, detail)
    }
}

fn of_run(refusal: Refusal) -> JobError {
    match refusal {
        Refusal::Run(error) => error,
        Refusal::Unmet(reason) => JobError::defect(&reason),
    }
}
