//! Kill switch of the installation.

use axum::extract::State;
use serde::Serialize;
use serde_json::json;
use shared::{
    domain::now,
    store::{
        audit::Action,
        kill_switch::{self, Scope},
    },
};
use utoipa::ToSchema;

use super::view::{self, Input, SwitchView, of};
use crate::{
    auth::session,
    error::Result,
    extract::{Admin, Json, RequestContext, Success},
    state::AppState,
};

/// The kill switch of the installation.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = OperatorKillSwitch)]
pub(super) struct Answer {
    success: Success,
    operator: SwitchView,
}

/// Get the kill switch of the installation.
///
/// Administrators only.
#[utoipa::path(
    get, path = "/api/admin/kill-switch", tag = "admin", operation_id = "operator_kill_switch_get",
    responses((status = 200, body = Answer))
)]
pub(super) async fn get(State(state): State<AppState>, _admin: Admin) -> Result<Json<Answer>> {
    Ok(Json(Answer { success: Success, operator: of(&state.db, Scope::Operator).await? }))
}

/// Set the kill switch of the installation.
///
/// Stops or resumes all plan execution in every workspace, including running plans. Administrators only. An API key may
/// stop; resuming requires a signed-in administrator.
#[utoipa::path(
    put, path = "/api/admin/kill-switch", tag = "admin", operation_id = "operator_kill_switch_set",
    request_body = Input, responses((status = 200, body = Answer))
)]
pub(super) async fn set(
    State(state): State<AppState>, context: RequestContext, Admin(caller): Admin, Json(input): Json<Input>,
) -> Result<Json<Answer>> {
    view::check_release(&input, &caller)?;
    let mut tx = state.db.begin().await?;
    kill_switch::set(&mut tx, Scope::Operator, input.is_on, input.reason()?, Some(caller.user_id), now()).await?;
    let action = if input.is_on { Action::KillSwitchOn } else { Action::KillSwitchOff };
    let detail = json!({"reason": input.reason()?});
    session::note(&mut tx, Some(caller.user_id), action, &context, detail).await?;
    tx.commit().await?;
    Ok(Json(Answer { success: Success, operator: of(&state.db, Scope::Operator).await? }))
}
