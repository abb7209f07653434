//! Executes a plan.

use axum::{extract::State, response::Response};
use serde_json::json;
use shared::{
    domain::{now, plan::PlanStatus, run::RunKind},
    store::{audit::Action, plan},
};
use uuid::Uuid;

use super::{view::Working, work};
use crate::{
    auth::session,
    error::Result,
    extract::{Changes, Member, Path, RequestContext},
    routes::runs::wait::{Prefer, Waiter},
    state::AppState,
};

/// Execute a plan.
///
/// Executes approved steps and steps that need no approval; continues after a stop. Returns at once unless `Prefer:
/// wait=N` is set.
#[utoipa::path(
    post, path = "/api/plans/{id}/apply", tag = "plans",
    params(("id" = Uuid, Path), ("Prefer" = Option<String>, Header)),
    responses((status = 200, body = Working), (status = 202, body = Working))
)]
pub(super) async fn handler(
    State(state): State<AppState>, context: RequestContext, member: Member<Changes>, Path(id): Path<Uuid>,
    prefer: Prefer,
) -> Result<Response> {
    let wait = prefer.or_seconds(0);
    let waiter = Waiter::new(&state, member.caller.user_id, wait);
    let mut tx = work::begin(&state, member.workspace_id, id).await?;
    let run = work::new_run(&member, RunKind::Apply, id, &[]);
    plan::set_status(&mut tx, member.workspace_id, id, PlanStatus::Running, "", Some(run.id), now()).await?;
    let detail = json!({"planId": id});
    session::note(&mut tx, Some(member.caller.user_id), Action::PlanApplied, &context, detail).await?;
    work::answer(&state, &member, tx, &run, id, waiter, wait).await
}
