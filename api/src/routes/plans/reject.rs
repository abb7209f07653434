//! Rejects steps of a plan.

use axum::extract::State;
use serde_json::json;
use shared::{
    domain::{
        now,
        plan::{Decision, PlanStatus, PlanStep},
    },
    events,
    store::{audit::Action, event, opportunity, plan},
};
use uuid::Uuid;

use super::{
    approve::{Input, read},
    view::{Answer, one},
};
use crate::{
    auth::session,
    error::{ApiError, FieldError, Result},
    extract::{Changes, Json, Member, Path, Person, RequestContext, Success},
    state::AppState,
};

/// Reject steps of a plan.
///
/// Rejects the given steps, or all undecided ones. Requires a signed-in user.
#[utoipa::path(
    post, path = "/api/plans/{id}/reject", tag = "plans", request_body = Input, params(("id" = Uuid, Path)),
    responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, context: RequestContext, person: Person, member: Member<Changes>,
    Path(id): Path<Uuid>, Json(input): Json<Input>,
) -> Result<Json<Answer>> {
    plan::find(&state.db, member.workspace_id, id).await?.ok_or(ApiError::NotFound("plan"))?;
    let rows = plan::steps(&state.db, member.workspace_id, id).await?;
    if let Some(unknown) = input.steps.iter().find(|step| rows.iter().all(|row| row.step_id != **step)) {
        return Err(ApiError::invalid("/steps", format!("'{unknown}' is no step of this plan")));
    }
    let named = with_dependents(&rows, &input.steps)?;
    let mut tx = state.db.begin().await?;
    let (mut said, mut told) = (Vec::new(), Vec::new());
    for row in rows.iter().filter(|row| named.is_empty() || named.contains(&row.step_id)) {
        if plan::decide(&mut tx, id, &row.step_id, Decision::Rejected, person.user_id, now()).await? {
            said.push(row.step_id.as_str());
        }
    }
    if said.is_empty() {
        let detail = "No step is waiting for a decision.";
        return Err(ApiError::Conflict(FieldError::new("/steps", detail)));
    }
    let is_left = |row: &&PlanStep| !said.contains(&row.step_id.as_str()) && row.decision != Some(Decision::Rejected);
    if rows.iter().filter(is_left).count() == 0 {
        let detail = "All steps were rejected.";
        plan::set_status(&mut tx, member.workspace_id, id, PlanStatus::Rejected, detail, None, now()).await?;
        let ended = opportunity::after_plan(&mut tx, member.workspace_id, id, now()).await?;
        told = event::append(&mut tx, &ended, now()).await?;
    }
    let detail = json!({"planId": id, "steps": said});
    session::note(&mut tx, Some(person.user_id), Action::PlanRejected, &context, detail).await?;
    tx.commit().await?;
    events::publish_stored(&state.bus, told);
    Ok(Json(Answer { success: Success, plan: one(&state.db, member.workspace_id, id).await? }))
}

/// Returns the named steps and all steps that depend on them, which become impossible.
fn with_dependents(rows: &[PlanStep], named: &[String]) -> Result<Vec<String>> {
    let mut all = named.to_vec();
    for row in rows {
        let step = read(row)?;
        if step.depends_on.iter().any(|id| all.contains(id)) && !all.contains(&step.id) {
            all.push(step.id);
        }
    }
    Ok(all)
}
