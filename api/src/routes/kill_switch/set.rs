//! Sets the kill switch of the workspace.

use axum::extract::State;
use serde_json::json;
use shared::{
    domain::now,
    store::{
        audit::Action,
        kill_switch::{self, Scope},
    },
};

use super::{
    get::{Answer, both},
    view::{Input, check_release},
};
use crate::{
    auth::session,
    error::Result,
    extract::{Changes, Json, Member, RequestContext},
    state::AppState,
};

/// Set the kill switch of the workspace.
///
/// Stops or resumes plan execution, including running plans. Editors may stop, also with an API key; resuming requires
/// a signed-in user.
#[utoipa::path(
    put, path = "/api/kill-switch", tag = "plans", request_body = Input, responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, context: RequestContext, member: Member<Changes>, Json(input): Json<Input>,
) -> Result<Json<Answer>> {
    check_release(&input, &member.caller)?;
    let (user_id, scope) = (member.caller.user_id, Scope::Workspace(member.workspace_id));
    let mut tx = state.db.begin().await?;
    kill_switch::set(&mut tx, scope, input.is_on, input.reason()?, Some(user_id), now()).await?;
    let action = if input.is_on { Action::KillSwitchOn } else { Action::KillSwitchOff };
    let detail = json!({"workspaceId": member.workspace_id, "reason": input.reason()?});
    session::note(&mut tx, Some(user_id), action, &context, detail).await?;
    tx.commit().await?;
    both(&state, member.workspace_id).await.map(Json)
}
