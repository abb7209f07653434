//! Approves steps of a plan.

use ::engines::execution::{Risk, Step};
use axum::{extract::State, response::Response};
use serde::Deserialize;
use serde_json::json;
use shared::{
    domain::{
        now,
        plan::{Decision, PlanStatus, PlanStep},
        run::RunKind,
    },
    store::{audit::Action, plan},
};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{view::Working, work};
use crate::{
    auth::session,
    error::{ApiError, FieldError, Result},
    extract::{Changes, Json, Member, Path, Person, RequestContext},
    routes::runs::wait::{Prefer, Waiter},
    state::AppState,
};

/// Body of an approval.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[schema(as = PlanDecision)]
pub(super) struct Input {
    /// Ids of steps. Default: all except deletions and tasks, which must be named. Naming a task marks it as done and
    /// approves the steps that record it.
    pub(super) steps: Vec<String>,
}

/// Approve steps of a plan.
///
/// Approves and executes them. Requires a signed-in user; API keys are refused. Returns at once unless `Prefer: wait=N`
/// is set.
#[utoipa::path(
    post, path = "/api/plans/{id}/approve", tag = "plans", request_body = Input,
    params(("id" = Uuid, Path), ("Prefer" = Option<String>, Header)),
    responses((status = 200, body = Working), (status = 202, body = Working))
)]
pub(super) async fn handler(
    State(state): State<AppState>, context: RequestContext, person: Person, member: Member<Changes>,
    Path(id): Path<Uuid>, prefer: Prefer, Json(input): Json<Input>,
) -> Result<Response> {
    let wait = prefer.or_seconds(0);
    let waiter = Waiter::new(&state, person.user_id, wait);
    let mut tx = work::begin(&state, member.workspace_id, id).await?;
    let rows = plan::steps(&state.db, member.workspace_id, id).await?;
    let wanted = wanted(&rows, &with_recording(&rows, &input.steps)?)?;
    let mut said = Vec::new();
    for step in wanted {
        if plan::decide(&mut tx, id, step, Decision::Approved, person.user_id, now()).await? {
            said.push(step);
        }
    }
    if said.is_empty() {
        let detail = "No step is waiting for approval. Deletions and tasks need separate approval: name the step.";
        return Err(ApiError::Conflict(FieldError::new("/steps", detail)));
    }
    let detail = json!({"planId": id, "steps": said});
    session::note(&mut tx, Some(person.user_id), Action::PlanApproved, &context, detail).await?;
    let run = work::new_run(&member, RunKind::Apply, id, &[]);
    plan::set_status(&mut tx, member.workspace_id, id, PlanStatus::Running, "", Some(run.id), now()).await?;
    work::answer(&state, &member, tx, &run, id, waiter, wait).await
}

/// Returns the named steps and the steps that follow from a named task, which only record it.
fn with_recording(rows: &[PlanStep], named: &[String]) -> Result<Vec<String>> {
    let mut all = named.to_vec();
    for row in rows {
        let step = read(row)?;
        let is_task = |id: &String| all.contains(id) && rows.iter().any(|row| row.step_id == *id && is_task(row));
        if step.depends_on.iter().any(is_task) && step.risk != Risk::NeverAuto && !all.contains(&step.id) {
            all.push(step.id);
        }
    }
    Ok(all)
}

/// Returns true if a step is a task for a person.
pub(super) fn is_task(row: &PlanStep) -> bool {
    read(row).is_ok_and(|step| matches!(step.action, ::engines::execution::Action::CompleteTask { .. }))
}

pub(super) fn read(row: &PlanStep) -> Result<Step> {
    serde_json::from_value(row.body.0.clone()).map_err(|error| ApiError::Unexpected(error.into()))
}

/// Returns the named steps, or all except deletions and tasks.
fn wanted<'a>(rows: &'a [PlanStep], named: &[String]) -> Result<Vec<&'a str>> {
    if let Some(unknown) = named.iter().find(|id| rows.iter().all(|row| row.step_id != **id)) {
        return Err(ApiError::invalid("/steps", format!("'{unknown}' is no step of this plan")));
    }
    let is_deletion = |row: &PlanStep| {
        serde_json::from_value::<Step>(row.body.0.clone()).map_or(true, |step| step.risk == Risk::NeverAuto)
    };
    let is_wanted = |row: &&PlanStep| if named.is_empty() { !is_deletion(row) } else { named.contains(&row.step_id) };
    Ok(rows.iter().filter(is_wanted).map(|row| row.step_id.as_str()).collect())
}
