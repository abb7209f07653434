//! Undoes a plan.

use axum::{extract::State, response::Response};
use serde_json::json;
use shared::{
    domain::{now, plan::PlanStatus, run::RunKind},
    store::{audit::Action, plan},
};
use uuid::Uuid;

use super::{approve::Input, view::Working, work};
use crate::{
    auth::session,
    error::{ApiError, FieldError, Result},
    extract::{Changes, Json, Member, Path, Person, RequestContext},
    routes::runs::wait::{Prefer, Waiter},
    state::AppState,
};

/// Undo a plan.
///
/// Undoes the given or all executed steps in reverse order. Records changed since then remain and are reported.
/// Requires a signed-in user, because undoing may delete records. Returns at once unless `Prefer: wait=N` is set.
#[utoipa::path(
    post, path = "/api/plans/{id}/undo", tag = "plans", request_body = Input,
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
    if let Some(unknown) = input.steps.iter().find(|step| rows.iter().all(|row| row.step_id != **step)) {
        return Err(ApiError::invalid("/steps", format!("'{unknown}' is no step of this plan")));
    }
    if rows.iter().all(|row| row.done_at.is_none() || row.taken_back_at.is_some()) {
        let detail = "No executed step can be undone.";
        return Err(ApiError::Conflict(FieldError::new("/status", detail)));
    }
    let run = work::new_run(&member, RunKind::Undo, id, &input.steps);
    plan::set_status(&mut tx, member.workspace_id, id, PlanStatus::Running, "", Some(run.id), now()).await?;
    let detail = json!({"planId": id, "steps": input.steps});
    session::note(&mut tx, Some(person.user_id), Action::PlanUndone, &context, detail).await?;
    work::answer(&state, &member, tx, &run, id, waiter, wait).await
}
