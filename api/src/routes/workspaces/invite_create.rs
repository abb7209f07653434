//! Invites somebody to a workspace, by mail.

use axum::{extract::State, http::StatusCode};
use serde::{Deserialize, Serialize};
use serde_json::json;
use shared::{
    domain::{new_id, now, workspace::MemberRole},
    store::{
        audit::Action,
        mail,
        member::{self, NewInvite},
        usage, workspace,
    },
};
use uuid::Uuid;

use super::invite_list::InviteView;
use crate::{
    account_mails,
    auth::{
        account,
        key::{hash_token, random_token},
        session,
    },
    error::{ApiError, FieldError, Result},
    extract::{Caller, Decides, Json, Member, Path, Person, RequestContext, Success},
    layer::guard,
    routes::auth::check,
    state::AppState,
};

const LIFETIME: chrono::Duration = chrono::Duration::days(7);

/// Whom, as what.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = NewInvite)]
pub struct Body {
    email: String,
    /// `owner`, `editor` or `viewer`.
    role: MemberRole,
}

/// The invitation.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(as = InviteCreated)]
pub struct Answer {
    success: Success,
    invite: InviteView,
}

/// Invite a member.
///
/// Sends an email with a link that is valid for seven days and replaces a previous one. Where email is set up, requires a
/// verified address of the caller.
#[utoipa::path(
    post, path = "/api/workspaces/{id}/invites", tag = "workspaces", params(("id" = Uuid, Path)), request_body = Body,
    responses((status = 201, body = Answer))
)]
pub async fn handler(
    State(state): State<AppState>, context: RequestContext, caller: Caller, person: Person, Path(id): Path<Uuid>,
    Json(body): Json<Body>,
) -> Result<(StatusCode, Json<Answer>)> {
    Member::<Decides>::admit(&state, caller, Some(id)).await?;
    guard::count(&state, guard::INVITE, &person.user_id.to_string()).await?;
    let mut errors = Vec::new();
    let email = check::email(&body.email, &mut errors);
    if !errors.is_empty() {
        return Err(ApiError::Invalid(errors));
    }
    if member::list(&state.db, id).await?.iter().any(|member| member.email == email) {
        return Err(ApiError::Conflict(FieldError::new("/email", "This person is already a member.")));
    }
    let (token, at) = (random_token(), now());
    let token_hash = hash_token(&token);
    let new = NewInvite {
        id: new_id(),
        workspace_id: id,
        email: &email,
        role: body.role,
        token_hash: &token_hash,
        invited_by: person.user_id,
        expires_at: at + LIFETIME,
    };
    let to = workspace::find(&state.db, person.user_id, id).await?.ok_or(ApiError::NotFound("workspace"))?;
    let mut tx = state.db.begin().await?;
    let inviter = account::lock(&mut tx, person).await?;
    account::require_verified(&state, &inviter)?;
    member::insert_invite(&mut tx, &new, at).await?;
    usage::count_email(&mut tx, state.settings.workspace, id, at).await?;
    mail::insert(&mut tx, &account_mails::invite(&state, &email, &inviter.name, &to.name, &token), at).await?;
    let detail = json!({"workspaceId": id, "email": email, "role": body.role});
    session::note(&mut tx, Some(person.user_id), Action::MemberInvited, &context, detail).await?;
    tx.commit().await?;
    let kept = member::list_invites(&state.db, id, at).await?.into_iter().find(|invite| invite.id == new.id);
    let invite = kept.ok_or(ApiError::NotFound("invite"))?.into();
    Ok((StatusCode::CREATED, Json(Answer { success: Success, invite })))
}
