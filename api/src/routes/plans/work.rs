//! Starts runs that process a plan.

use std::time::Duration;

use axum::response::Response;
use serde_json::json;
use shared::{
    domain::{
        now,
        plan::PlanStatus,
        run::{NewRun, RunKind},
    },
    store::{Tx, kill_switch, plan, run},
};
use uuid::Uuid;

use super::view::{Working, one};
use crate::{
    error::{ApiError, FieldError, Result},
    extract::{Changes, Member, Success},
    routes::runs::{start, wait, wait::Waiter},
    state::AppState,
};

/// Returns a run of `kind` for a plan.
pub(super) fn new_run(member: &Member<Changes>, kind: RunKind, plan_id: Uuid, steps: &[String]) -> NewRun {
    let payload = json!({"planId": plan_id, "steps": steps});
    NewRun::new(member.workspace_id, member.caller.user_id, kind, payload)
}

/// Stores the run with the changes of `tx`, delivers it, waits for it, and returns the resulting plan.
pub(super) async fn answer(
    state: &AppState, member: &Member<Changes>, mut tx: Tx, new: &NewRun, plan_id: Uuid, waiter: Waiter, wait: Duration,
) -> Result<Response> {
    let inserted = run::insert_counted(&mut tx, state.settings.workspace, new).await?;
    tx.commit().await?;
    let run = start::started(state, new, inserted).await?;
    let run = waiter.ended(state, run).await?;
    let plan = one(&state.db, member.workspace_id, plan_id).await?;
    Ok(wait::answer(run.status.is_final(), wait, Working { success: Success, plan, run: run.into() }))
}

/// Checks that a plan can be processed: execution is not stopped, and no other run processes the plan.
pub(super) async fn begin(state: &AppState, workspace_id: Uuid, plan_id: Uuid) -> Result<Tx> {
    let found = plan::find(&state.db, workspace_id, plan_id).await?.ok_or(ApiError::NotFound("plan"))?;
    if matches!(found.status, PlanStatus::Planning | PlanStatus::Running) {
        let detail = "A run of this plan is in progress. Wait until it finishes.";
        return Err(ApiError::Conflict(FieldError::new("/status", detail)));
    }
    let mut tx = state.db.begin().await?;
    if kill_switch::is_stopped(&mut tx, workspace_id, now()).await? {
        let detail = "The kill switch is on: no step is executed or undone until someone turns it off.";
        return Err(ApiError::Conflict(FieldError::new("/killSwitch", detail)));
    }
    Ok(tx)
}
