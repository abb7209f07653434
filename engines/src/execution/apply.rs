//! The next steps: a pure state machine over a plan and the results of its steps.

use std::collections::{BTreeMap, BTreeSet};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::action::{Action, Risk};
use super::params::Checked;
use super::plan::{MOST, MOST_NOTED, Step};
use super::{METHOD, METHOD_VERSION};
use crate::common::{Control, EngineError};

/// A plan with its results so far.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct ApplyInput {
    /// The steps of the plan.
    pub steps: Vec<Step>,
    /// Results of steps, in the order received. Duplicates have no effect.
    pub results: Vec<StepResult>,
    /// Ids of approved steps; `all` approves every step that is not `never_auto`.
    pub approvals: Vec<String>,
    /// True stops execution at once.
    pub kill_switch: bool,
    /// Days since the start.
    pub day: u32,
    /// Ids of steps with an executed compensation.
    pub rolled_back: Vec<String>,
}

/// Result of a step.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct StepResult {
    /// The step.
    pub step_id: String,
    /// Its key, which rejects results of another plan.
    pub idempotency_key: String,
    /// Outcome.
    pub outcome: StepOutcome,
    /// Details in words.
    pub detail: Option<String>,
}

/// Outcome of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum StepOutcome {
    /// A worker is executing it.
    Started,
    /// It failed temporarily and can be retried.
    FailedForNow,
    /// It failed permanently; nothing was changed.
    Failed,
    /// It was executed and is not verified yet.
    Done,
    /// It was executed and its checks passed.
    Verified,
    /// It was executed and a check failed.
    NotVerified,
}

/// State of a plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum PlanState {
    /// There are steps to execute, to verify or in progress.
    Running,
    /// All remaining steps are awaiting approval.
    WaitingForApproval,
    /// All remaining steps wait for another day.
    WaitingForDay,
    /// Stopped by the kill switch; nothing is undone.
    Halted,
    /// A canary or too many steps failed: executed steps are being undone.
    RollingBack,
    /// Executed steps have been undone.
    RolledBack,
    /// Nothing is left to do.
    Finished,
}

/// A compensation to carry out.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Compensation {
    /// The step to undo.
    pub step_id: String,
    /// The inverse action.
    pub action: Action,
    /// Idempotency key of the step.
    pub idempotency_key: String,
}

/// Counts of a plan; `done + failed + rolled_back + left` is `planned`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Counts {
    /// Steps of the plan.
    pub planned: u32,
    /// Executed and not undone, verified or not.
    pub done: u32,
    /// Failed permanently, or skipped because a dependency failed.
    pub failed: u32,
    /// Undone, or to be undone.
    pub rolled_back: u32,
    /// Not executed yet.
    pub left: u32,
}

/// Output of `apply`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Next {
    /// State of the plan.
    pub state: PlanState,
    /// Steps to execute now.
    pub next: Vec<Step>,
    /// Ids of executed steps to verify.
    pub to_verify: Vec<String>,
    /// Compensations to execute now, last step first.
    pub compensations: Vec<Compensation>,
    /// Steps awaiting approval.
    pub waiting_for_approval: Vec<String>,
    /// Counts.
    pub counts: Counts,
    /// Reason of the status.
    pub reason: String,
    /// Name of the method.
    pub method: String,
    /// Version of the method.
    pub method_version: String,
}

/// State of a step after all results.
#[derive(Debug, Clone, Copy, Default)]
struct Standing {
    outcome: Option<StepOutcome>,
    /// Failed attempts so far.
    failures: u32,
}

/// Returns the next steps of a plan, or halts it or rolls it back.
///
/// A step is returned if its dependencies and the canaries of its kind are verified, its day has come, it is approved
/// if necessary, and it is neither in progress nor executed. The same state therefore always gives the same steps,
/// and a crashed worker loses nothing. A failed canary, or failures above `haltShare`, undo all executed steps, last
/// step first (a saga: Garcia-Molina & Salem 1987, "Sagas", SIGMOD).
///
/// # Errors
/// Returns [`EngineError::NoInput`] without steps; [`EngineError::TooLarge`]; [`EngineError::InvalidInput`] for a result of an unknown step or
/// of another plan.
pub fn apply(input: &ApplyInput, params: &Checked, _control: &dyn Control) -> Result<Next, EngineError> {
    if input.steps.is_empty() {
        return Err(EngineError::NoInput { what: "steps", unlock: "give the steps of a plan" });
    }
    EngineError::check_sizes(&[
        ("`steps`", input.steps.len(), MOST),
        ("dependencies of `steps`", input.steps.iter().map(|step| step.depends_on.len()).sum(), MOST_NOTED),
        ("`results`", input.results.len(), MOST_NOTED),
        ("`approvals`", input.approvals.len(), MOST_NOTED),
        ("`rolledBack`", input.rolled_back.len(), MOST_NOTED),
    ])?;
    let standings = standings(input)?;
    let machine = Machine { input, params, standings };
    Ok(machine.next())
}

/// Returns the furthest state of each step. A verified step stays verified regardless of later events.
fn standings(input: &ApplyInput) -> Result<BTreeMap<&str, Standing>, EngineError> {
    let mut standings: BTreeMap<&str, Standing> = BTreeMap::new();
    for step in &input.steps {
        if standings.insert(&step.id, Standing::default()).is_some() {
            return Err(EngineError::input("steps", format!("contain `{}` twice", step.id)));
        }
    }
    let keys: BTreeMap<&str, &str> =
        input.steps.iter().map(|step| (step.id.as_str(), step.idempotency_key.as_str())).collect();
    for (at, result) in input.results.iter().enumerate() {
        if keys.get(result.step_id.as_str()) != Some(&result.idempotency_key.as_str()) {
            let problem = format!("does not belong to a step of this plan: `{}` has another key", result.step_id);
            return Err(EngineError::input(format!("results[{at}]"), problem));
        }
        let standing = standings.entry(&result.step_id).or_default();
        standing.failures += u32::from(result.outcome == StepOutcome::FailedForNow);
        let is_final =
            matches!(standing.outcome, Some(StepOutcome::Verified | StepOutcome::NotVerified | StepOutcome::Failed));
        let is_back = standing.outcome == Some(StepOutcome::Done) && result.outcome < StepOutcome::Done;
        if !is_final && !is_back {
            standing.outcome = Some(result.outcome);
        }
    }
    Ok(standings)
}

struct Machine<'a> {
    input: &'a ApplyInput,
    params: &'a Checked,
    standings: BTreeMap<&'a str, Standing>,
}

impl Machine<'_> {
    fn next(&self) -> Next {
        let failed = self.failed();
        if self.input.kill_switch {
            return self.answer(PlanState::Halted, &failed, "The kill switch is on: no further steps run.".to_owned());
        }
        if let Some(reason) = self.collapse(&failed) {
            return self.roll_back(&failed, reason);
        }
        let mut answer = self.answer(PlanState::Running, &failed, String::new());
        answer.compensations = self.single_compensations();
        let in_hand =
            self.input.steps.iter().filter(|step| self.outcome(&step.id) == Some(StepOutcome::Started)).count();
        let (mut waits_for_day, mut waits) = (false, false);
        for step in self.input.steps.iter().filter(|step| self.is_open(step) && !failed.contains(step.id.as_str())) {
            waits = true;
            if !self.is_approved(step) {
                answer.waiting_for_approval.push(step.id.clone());
            } else if step.day > self.input.day {
                waits_for_day = true;
            } else if self.may_start(step) && answer.next.len() + in_hand < self.params.at_once as usize {
                answer.next.push(step.clone());
            }
        }
        let is_busy =
            in_hand > 0 || !answer.next.is_empty() || !answer.to_verify.is_empty() || !answer.compensations.is_empty();
        let (state, reason) = match (is_busy, waits, waits_for_day, answer.waiting_for_approval.is_empty()) {
            (true, ..) => (PlanState::Running, "There are steps to run."),
            (false, false, ..) => (PlanState::Finished, "All steps are done."),
            (false, true, true, _) => (PlanState::WaitingForDay, "The daily limits are reached."),
            (false, true, false, _) => {
                (PlanState::WaitingForApproval, "The remaining steps wait for approval, or for steps that do.")
            }
        };
        Next { state, reason: reason.to_owned(), ..answer }
    }

    fn outcome(&self, id: &str) -> Option<StepOutcome> {
        self.standings.get(id).and_then(|standing| standing.outcome)
    }

    /// Returns true if a step is neither executed nor in progress nor failed permanently.
    fn is_open(&self, step: &Step) -> bool {
        matches!(self.outcome(&step.id), None | Some(StepOutcome::FailedForNow))
    }

    /// Returns the steps that failed permanently, and those that depend on them.
    fn failed(&self) -> BTreeSet<&str> {
        let mut failed: BTreeSet<&str> = BTreeSet::new();
        for step in &self.input.steps {
            let standing = self.standings.get(step.id.as_str()).copied().unwrap_or_default();
            let is_spent =
                standing.outcome == Some(StepOutcome::FailedForNow) && standing.failures >= self.params.attempts;
            let is_failed = standing.outcome == Some(StepOutcome::Failed) || is_spent;
            let waits_for_failed = matches!(standing.outcome, None | Some(StepOutcome::FailedForNow))
                && step
                    .depends_on
                    .iter()
                    .any(|id| failed.contains(id.as_str()) || self.outcome(id) == Some(StepOutcome::NotVerified));
            if is_failed || waits_for_failed {
                failed.insert(&step.id);
            }
        }
        failed
    }

    /// Returns the reason for undoing the whole plan, if there is one.
    fn collapse(&self, failed: &BTreeSet<&str>) -> Option<String> {
        let is_bad = |step: &&Step| {
            self.outcome(&step.id) == Some(StepOutcome::NotVerified)
                || (failed.contains(step.id.as_str()) && self.outcome(&step.id).is_some())
        };
        if let Some(canary) = self.input.steps.iter().find(|step| step.is_canary && is_bad(step)) {
            return Some(format!("The canary `{}` failed: the applied steps are rolled back.", canary.id));
        }
        let bad = self.input.steps.iter().filter(is_bad).count() as f64;
        let heard = self.standings.values().filter(|standing| standing.outcome.is_some()).count() as f64;
        (heard >= 5.0 && bad / heard > self.params.halt_share)
            .then(|| format!("{bad} of {heard} steps failed: the applied steps are rolled back."))
    }

    fn is_approved(&self, step: &Step) -> bool {
        let named = |word: &str| self.input.approvals.iter().any(|approval| approval == word);
        match step.action.risk().max(step.risk) {
            Risk::SafeAuto => true,
            Risk::NeedsApproval => named("all") || named(&step.id),
            Risk::NeverAuto => named(&step.id),
        }
    }

    /// Returns true if dependencies and canaries are verified and the gate has passed; no approval
    /// overrides a failed gate.
    fn may_start(&self, step: &Step) -> bool {
        let is_verified = |id: &str| self.outcome(id) == Some(StepOutcome::Verified);
        let canaries = || {
            let of_kind = |other: &&Step| other.is_canary && other.action.word() == step.action.word();
            self.input.steps.iter().filter(of_kind).all(|canary| is_verified(&canary.id))
        };
        let gate = !matches!(step.action, Action::DeploySite { gate_passed: false, .. });
        gate && step.depends_on.iter().all(|id| is_verified(id)) && (step.is_canary || canaries())
    }

    /// Undoes single steps that failed verification.
    fn single_compensations(&self) -> Vec<Compensation> {
        let is_bad = |step: &&Step| self.outcome(&step.id) == Some(StepOutcome::NotVerified);
        self.input
            .steps
            .iter()
            .rev()
            .filter(is_bad)
            .filter(|step| !self.is_taken_back(&step.id))
            .map(compensation)
            .collect()
    }

    fn is_taken_back(&self, id: &str) -> bool {
        self.input.rolled_back.iter().any(|other| other == id)
    }

    fn was_done(&self, step: &Step) -> bool {
        matches!(self.outcome(&step.id), Some(StepOutcome::Done | StepOutcome::Verified | StepOutcome::NotVerified))
    }

    fn roll_back(&self, failed: &BTreeSet<&str>, reason: String) -> Next {
        let mut answer = self.answer(PlanState::RollingBack, failed, reason);
        // A step in progress may still be executed, so the plan waits for its result before it counts as undone.
        let in_hand = self.input.steps.iter().any(|step| self.outcome(&step.id) == Some(StepOutcome::Started));
        let to_take_back =
            self.input.steps.iter().rev().filter(|step| self.was_done(step) && !self.is_taken_back(&step.id));
        answer.compensations = to_take_back.map(compensation).collect();
        answer.to_verify.clear();
        if answer.compensations.is_empty() && !in_hand {
            answer.state = PlanState::RolledBack;
        }
        answer.counts.rolled_back += answer.counts.done;
        answer.counts.done = 0;
        answer
    }

    fn answer(&self, state: PlanState, failed: &BTreeSet<&str>, reason: String) -> Next {
        let mut counts = Counts { planned: self.input.steps.len() as u32, ..Counts::default() };
        let mut to_verify = Vec::new();
        for step in &self.input.steps {
            match self.outcome(&step.id) {
                _ if self.is_taken_back(&step.id) => counts.rolled_back += 1,
                Some(StepOutcome::NotVerified) => counts.rolled_back += 1,
                Some(StepOutcome::Done | StepOutcome::Verified) => counts.done += 1,
                _ if failed.contains(step.id.as_str()) => counts.failed += 1,
                _ => counts.left += 1,
            }
            if self.outcome(&step.id) == Some(StepOutcome::Done) {
                to_verify.push(step.id.clone());
            }
        }
        Next {
            state,
            next: Vec::new(),
            to_verify,
            compensations: Vec::new(),
            waiting_for_approval: Vec::new(),
            counts,
            reason,
            method: METHOD.to_owned(),
            method_version: METHOD_VERSION.to_owned(),
        }
    }
}

/// Returns the compensation of a step, with its own key.
pub(crate) fn compensation(step: &Step) -> Compensation {
    Compensation {
        step_id: step.id.clone(),
        action: step.compensation.clone(),
        idempotency_key: step.compensation.key(&step.idempotency_key, "undo"),
    }
}
