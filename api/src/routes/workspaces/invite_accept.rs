//! Accepts an invitation to a workspace.

use axum::extract::State;
use serde::Deserialize;
use serde_json::json;
use shared::{
    domain::now,
    store::{StoreError, audit::Action, member, user, workspace},
};

use super::create::{Answer, answer};
use crate::{
    auth::{key::hash_token, session},
    error::{ApiError, FieldError, Result},
    extract::{Json, Person, RequestContext},
    layer::guard,
    state::AppState,
};

/// Token of the link.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[schema(as = InviteToken)]
pub struct Body {
    token: String,
}

/// Accept an invitation.
///
/// Works once, for the account of the invited address.
#[utoipa::path(
    post, path = "/api/invites/accept", tag = "workspaces", request_body = Body, responses((status = 200, body = Answer))
)]
pub async fn handler(
    State(state): State<AppState>, context: RequestContext, person: Person, Json(body): Json<Body>,
) -> Result<Json<Answer>> {
    guard::count(&state, guard::LINK, &context.network()).await?;
    let at = now();
    let mut tx = state.db.begin().await?;
    let invite = member::take_invite(&mut tx, &hash_token(&body.token), at).await?;
    let invite =
        invite.ok_or_else(|| ApiError::invalid("/token", "This invitation is no longer valid. Ask for a new one."))?;
    let user = user::find(&mut tx, person.user_id).await?.ok_or(ApiError::NotAuthenticated)?;
    if user.email != invite.email {
        return Err(ApiError::Conflict(FieldError::new("/token", for_another(&invite.email, &user.email))));
    }
    workspace::insert_member(&mut tx, invite.workspace_id, person.user_id, invite.role, at).await.map_err(|error| {
        match error {
            StoreError::Conflict { .. } => {
                ApiError::Conflict(FieldError::new("/token", "You are already a member of this workspace."))
            }
            other => other.into(),
        }
    })?;
    let detail = json!({"workspaceId": invite.workspace_id, "role": invite.role, "invited": invite.email});
    session::note(&mut tx, Some(person.user_id), Action::MemberJoined, &context, detail).await?;
    tx.commit().await?;
    answer(&state, &person, invite.workspace_id).await.map(Json)
}

fn for_another(invited: &str, own: &str) -> String {
    format!(
        "This invitation is for {invited}, and you are signed in as {own}. Sign in with the account of that address, or \
         ask for an invitation to yours."
    )
}
