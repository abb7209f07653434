//! Plans of actions and their steps.

use chrono::{DateTime, Utc};
use futures::FutureExt;
use serde_json::Value;
use sqlx::types::Json;
use uuid::Uuid;

use super::{
    Executor, Result, Tx,
    effect::{Applied, Apply, NewFindings, RunRules},
    macros::*,
    opportunity,
};
use crate::domain::{
    Page,
    event::NewEvent,
    fetched,
    plan::{Decision, Plan, PlanStatus, PlanStep, StepOutcome},
    run::{Run, RunError},
};

macro_rules! columns {
    () => {
        "id, website_id, title, reason, source, requests, blocked, status, detail, run_id, created_by, created_at,
         updated_at"
    };
}

/// A new plan.
#[derive(Debug, Clone)]
pub struct NewPlan {
    /// Id, part of every step's key.
    pub id: Uuid,
    /// Website.
    pub website_id: Option<Uuid>,
    /// Title, one line.
    pub title: String,
    /// Reason.
    pub reason: String,
    /// Source of the plan.
    pub source: Option<String>,
    /// Requested actions.
    pub requests: Vec<Value>,
}

/// Filter of plans.
#[derive(Debug, Clone, Default)]
pub struct Filter {
    /// Only with this status.
    pub status: Option<PlanStatus>,
    /// Only entries older than this one.
    pub before: Option<Uuid>,
}

/// A new step.
#[derive(Debug, Clone)]
pub struct NewStep {
    /// Name within the plan.
    pub step_id: String,
    /// Key under which it is executed at most once.
    pub idempotency_key: String,
    /// The step as created by the engine.
    pub body: Value,
}

/// Effect that stores the steps of a plan, and the actions that cannot be executed.
#[derive(Debug)]
pub struct PlannedSteps {
    /// Id of the plan.
    pub id: Uuid,
    /// Steps in order of execution.
    pub steps: Vec<NewStep>,
    /// Blocked actions with reasons.
    pub blocked: Vec<Value>,
    /// Status.
    pub status: PlanStatus,
    /// Reason of the status.
    pub detail: String,
}

impl Apply for PlannedSteps {
    fn apply<'a>(
        &'a self, tx: &'a mut Tx, run: &'a Run, _found: &'a mut NewFindings, now: DateTime<Utc>,
    ) -> Applied<'a> {
        async move {
            insert_steps(tx, run.workspace_id, run.id, self, now).await?;
            opportunity::after_plan(tx, run.workspace_id, self.id, now).await
        }
        .boxed()
    }
}

/// Effect that sets the status of a plan after a run, unless another run processes it by now.
#[derive(Debug)]
pub struct StatusChange {
    /// Id of the plan.
    pub id: Uuid,
    /// Status.
    pub status: PlanStatus,
    /// Reason of the status.
    pub detail: String,
}

impl Apply for StatusChange {
    fn apply<'a>(
        &'a self, tx: &'a mut Tx, run: &'a Run, _found: &'a mut NewFindings, now: DateTime<Utc>,
    ) -> Applied<'a> {
        change_status(tx, run, self.id, (self.status, &self.detail), now).boxed()
    }
}

/// Rules of the runs that plan, apply and undo.
#[derive(Debug)]
pub(super) struct PlanRun {
    /// Status of the plan after an unsuccessful run: executed steps remain, and the others can be requested again.
    pub(super) unsuccessful: PlanStatus,
}

impl RunRules for PlanRun {
    fn unsuccessful<'a>(
        &'a self, tx: &'a mut Tx, run: &'a Run, error: Option<&'a RunError>, now: DateTime<Utc>,
    ) -> Applied<'a> {
        let Some(id) = run.payload["planId"].as_str().and_then(|id| id.parse().ok()) else {
            return std::future::ready(Ok(Vec::new())).boxed();
        };
        let detail = error.map_or("The run was cancelled.", |error| error.detail.as_str());
        change_status(tx, run, id, (self.unsuccessful, detail), now).boxed()
    }
}

/// Sets the status of a plan after a run, unless another run processes it by now.
///
/// # Errors
/// Returns an error if the statement fails.
pub async fn settle(
    tx: &mut Tx, workspace_id: Uuid, id: Uuid, run_id: Uuid, status: PlanStatus, detail: &str, now: DateTime<Utc>,
) -> Result<()> {
    let sql = "UPDATE plans SET status = $4, detail = $5, updated_at = $6
                WHERE id = $1 AND workspace_id = $2 AND run_id = $3";
    execute!(tx, sql, id, workspace_id, run_id, status, detail, now).map(|_| ())
}

/// Sets the status of a plan after a run, and updates its opportunity.
async fn change_status(
    tx: &mut Tx, run: &Run, id: Uuid, (status, detail): (PlanStatus, &str), now: DateTime<Utc>,
) -> Result<Vec<NewEvent>> {
    settle(tx, run.workspace_id, id, run.id, status, detail, now).await?;
    opportunity::after_plan(tx, run.workspace_id, id, now).await
}

/// Stores a new plan.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn insert(
    tx: &mut Tx, workspace_id: Uuid, user_id: Uuid, run_id: Uuid, new: &NewPlan, now: DateTime<Utc>,
) -> Result<()> {
    execute!(
        tx,
        "INSERT INTO plans (id, workspace_id, website_id, title, reason, source, requests, blocked, status, detail,
           run_id, created_by, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'planning', '', $9, $10, $11, $11)",
        new.id,
        workspace_id,
        new.website_id,
        &new.title,
        &new.reason,
        new.source.as_deref(),
        Json(&new.requests),
        Json(Vec::<Value>::new()),
        run_id,
        user_id,
        now
    )
    .map(|_| ())
}

/// Returns the plan of the workspace; `None` if it does not exist.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn find(executor: impl Into<Executor<'_>>, workspace_id: Uuid, id: Uuid) -> Result<Option<Plan>> {
    let sql = concat!("SELECT ", columns!(), " FROM plans WHERE id = $1 AND workspace_id = $2");
    query_opt!(executor.into(), Plan, sql, id, workspace_id)
}

/// Returns the workspace's plans, newest first.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn list(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, filter: &Filter, limit: usize,
) -> Result<Page<Plan>> {
    let sql = concat!(
        "SELECT ",
        columns!(),
        " FROM plans WHERE workspace_id = $1 AND ($2 IS NULL OR status = $2) AND ($3 IS NULL OR id < $3)
          ORDER BY id DESC LIMIT $4"
    );
    let limit_more = fetched(limit);
    let rows = query_all!(executor.into(), Plan, sql, workspace_id, filter.status, filter.before, limit_more)?;
    Ok(Page::from_rows(rows, limit, |row| row.id.to_string()))
}

/// Finds the latest unfinished plan of `source`.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn open_of(executor: impl Into<Executor<'_>>, workspace_id: Uuid, source: &str) -> Result<Option<Uuid>> {
    let sql = "SELECT id FROM plans WHERE workspace_id = $1 AND source = $2
                  AND status IN ('planning', 'waiting_for_approval', 'running', 'halted') ORDER BY id DESC LIMIT 1";
    Ok(query_opt!(executor.into(), (Uuid,), sql, workspace_id, source)?.map(|(id,)| id))
}

/// Rejects the plans of `source` that no run is executing, because the source was dismissed.
///
/// # Errors
/// Returns an error if the statement fails.
pub async fn withdraw(tx: &mut Tx, workspace_id: Uuid, source: &str, now: DateTime<Utc>) -> Result<()> {
    let sql = "UPDATE plans SET status = 'rejected', detail = 'The opportunity is no longer being implemented.',
                      updated_at = $3
                WHERE workspace_id = $1 AND source = $2
                  AND status IN ('planning', 'waiting_for_approval', 'halted')";
    execute!(tx, sql, workspace_id, source, now).map(|_| ())
}

/// Returns pairs of opportunity and plan, oldest plans first.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn of_opportunities(executor: impl Into<Executor<'_>>, workspace_id: Uuid) -> Result<Vec<(Uuid, Uuid)>> {
    let sql = "SELECT source, id FROM plans WHERE workspace_id = $1 AND source LIKE 'opportunity:%' ORDER BY id";
    let rows = query_all!(executor.into(), (String, Uuid), sql, workspace_id)?;
    let read = |(source, id): (String, Uuid)| Some((source.strip_prefix("opportunity:")?.parse().ok()?, id));
    Ok(rows.into_iter().filter_map(read).collect())
}

/// Returns the steps of a plan of the workspace, in order.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn steps(executor: impl Into<Executor<'_>>, workspace_id: Uuid, id: Uuid) -> Result<Vec<PlanStep>> {
    query_all!(
        executor.into(),
        PlanStep,
        "SELECT s.no, s.step_id, s.body, s.decision, s.decided_by, u.name AS decided_by_name, s.decided_at, s.outcome,
                s.detail, s.compensation, s.done_at, s.taken_back_at
           FROM plan_steps s JOIN plans p ON p.id = s.plan_id LEFT JOIN users u ON u.id = s.decided_by
          WHERE s.plan_id = $1 AND p.workspace_id = $2 ORDER BY s.no",
        id,
        workspace_id
    )
}

/// Stores the steps of a plan, unless another run processes it by now.
///
/// # Errors
/// Returns an error if a statement fails.
pub async fn insert_steps(
    tx: &mut Tx, workspace_id: Uuid, run_id: Uuid, planned: &PlannedSteps, now: DateTime<Utc>,
) -> Result<()> {
    let sql = "UPDATE plans SET blocked = $4, status = $5, detail = $6, updated_at = $7
                WHERE id = $1 AND workspace_id = $2 AND run_id = $3 AND status = 'planning'";
    let PlannedSteps { id, steps, blocked, status, detail } = planned;
    if execute!(tx, sql, id, workspace_id, run_id, Json(blocked), *status, detail, now)? == 0 {
        return Ok(());
    }
    for (no, step) in steps.iter().enumerate() {
        execute!(
            tx,
            "INSERT INTO plan_steps (plan_id, no, step_id, body, idempotency_key, detail) VALUES ($1, $2, $3, $4, $5, '')",
            id,
            i32::try_from(no).unwrap_or(i32::MAX),
            &step.step_id,
            Json(&step.body),
            &step.idempotency_key
        )?;
    }
    Ok(())
}

/// Approves or rejects an undecided step before its execution; returns false if there is none.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn decide(
    tx: &mut Tx, plan_id: Uuid, step_id: &str, decision: Decision, user_id: Uuid, now: DateTime<Utc>,
) -> Result<bool> {
    let sql = "UPDATE plan_steps SET decision = $3, decided_by = $4, decided_at = $5
                WHERE plan_id = $1 AND step_id = $2 AND decision IS NULL AND outcome IS NULL";
    Ok(execute!(tx, sql, plan_id, step_id, decision, user_id, now)? == 1)
}

/// Sets the status of a plan of the workspace and its current run; returns false if it does not exist.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn set_status(
    tx: &mut Tx, workspace_id: Uuid, id: Uuid, status: PlanStatus, detail: &str, run_id: Option<Uuid>,
    now: DateTime<Utc>,
) -> Result<bool> {
    let sql = "UPDATE plans SET status = $3, detail = $4, run_id = COALESCE($5, run_id), updated_at = $6
                WHERE id = $1 AND workspace_id = $2";
    Ok(execute!(tx, sql, id, workspace_id, status, detail, run_id, now)? == 1)
}

/// Marks a step as executed; returns false if it was attempted before. Its changes are written in the same transaction,
/// so it is executed exactly once or not at all.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn take(tx: &mut Tx, plan_id: Uuid, step_id: &str, now: DateTime<Utc>) -> Result<bool> {
    let sql = "UPDATE plan_steps SET outcome = 'done', done_at = $3
                WHERE plan_id = $1 AND step_id = $2 AND outcome IS NULL";
    Ok(execute!(tx, sql, plan_id, step_id, now)? == 1)
}

/// Stores the compensation of an executed step.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn keep_compensation(tx: &mut Tx, plan_id: Uuid, step_id: &str, compensation: &Value) -> Result<()> {
    let sql = "UPDATE plan_steps SET compensation = $3 WHERE plan_id = $1 AND step_id = $2";
    execute!(tx, sql, plan_id, step_id, Json(compensation)).map(|_| ())
}

/// Stores the outcome of a step, with details.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn note(tx: &mut Tx, plan_id: Uuid, step_id: &str, outcome: StepOutcome, detail: &str) -> Result<()> {
    let sql = "UPDATE plan_steps SET outcome = $3, detail = $4 WHERE plan_id = $1 AND step_id = $2";
    execute!(tx, sql, plan_id, step_id, outcome, detail).map(|_| ())
}

/// Marks a step as undone; returns false if it was before. Its compensation is written in the same transaction.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn take_back(tx: &mut Tx, plan_id: Uuid, step_id: &str, now: DateTime<Utc>) -> Result<bool> {
    let sql = "UPDATE plan_steps SET taken_back_at = $3
                WHERE plan_id = $1 AND step_id = $2 AND taken_back_at IS NULL AND done_at IS NOT NULL";
    Ok(execute!(tx, sql, plan_id, step_id, now)? == 1)
}
