//! Deletes the caller's account.

use axum::{
    extract::State,
    http::header,
    response::{IntoResponse, Response},
};
use serde_json::json;
use shared::{
    domain::{now, user::Role, workspace::MemberRole},
    store::{Tx, audit::Action, member, session as sessions, user, workspace},
};
use uuid::Uuid;

use crate::{
    auth::{confirm, cookie, session},
    error::{ApiError, FieldError, Result},
    extract::{Json, OptionalJson, Person, RequestContext, Success},
    routes::{
        auth::{answer::Done, mfa_setup::Body},
        workspaces::delete::forget_uploads,
    },
    state::AppState,
};

/// Delete the account.
///
/// Permanently deletes the account and the workspaces that have no other member. A workspace with other members needs
/// another owner first. The last administrator can be deleted only if no other accounts exist.
#[utoipa::path(
    post, path = "/api/user/delete", tag = "user", request_body = Body, responses((status = 200, body = Done))
)]
pub async fn handler(
    State(state): State<AppState>, context: RequestContext, person: Person, OptionalJson(body): OptionalJson<Body>,
) -> Result<Response> {
    let found = confirm::identity(&state, person, body.password.as_deref(), "/password").await?;
    let memberships = workspace::list(&state.db, found.id).await?;
    let mut tx = state.db.begin().await?;
    user::lock_administration(&mut tx).await?;
    if found.role == Role::Admin && user::would_leave_nobody_in_charge(&mut tx, found.id).await? {
        let detail = "You are the last administrator. Make another account an administrator first.";
        return Err(ApiError::Conflict(FieldError::new("", detail)));
    }
    let mut imports = Vec::new();
    for membership in &memberships {
        imports.extend(leave(&mut tx, membership.id, found.id).await?);
    }
    let ended = sessions::revoke_others(&mut tx, found.id, None, now()).await?;
    session::note(&mut tx, Some(found.id), Action::AccountDeleted, &context, json!({})).await?;
    user::delete(&mut tx, found.id).await?;
    tx.commit().await?;
    session::tell_ended(&state, found.id, &ended);
    forget_uploads(&state, &imports).await;
    Ok(([(header::SET_COOKIE, cookie::clear(&state))], Json(Done { success: Success })).into_response())
}

/// Leaves a workspace, or deletes it if it has no other member; returns the imports of which the uploads must be
/// deleted.
async fn leave(tx: &mut Tx, workspace_id: Uuid, user_id: Uuid) -> Result<Vec<Uuid>> {
    let Some(own) = member::find_locked(tx, workspace_id, user_id).await? else { return Ok(Vec::new()) };
    if own.is_founder || member::count(tx, workspace_id).await? == 1 {
        return Ok(workspace::delete(tx, workspace_id).await?);
    }
    if own.role == MemberRole::Owner && member::count_owners(tx, workspace_id).await? < 2 {
        let detail = "You are the last owner of a shared workspace. Make another member its owner first.";
        return Err(ApiError::Conflict(FieldError::new("", detail)));
    }
    member::delete(tx, workspace_id, user_id).await?;
    Ok(Vec::new())
}
