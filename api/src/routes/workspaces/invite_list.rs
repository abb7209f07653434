//! Lists a workspace's valid invitations.

use axum::extract::State;
use chrono::{DateTime, Utc};
use serde::Serialize;
use shared::{
    domain::{
        now,
        workspace::{Invite, MemberRole},
    },
    store::member,
};
use uuid::Uuid;

use crate::{
    error::Result,
    extract::{Caller, Decides, Json, Member, Path, Success},
    state::AppState,
};

/// All valid invitations, newest first.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(as = Invites)]
pub struct Answer {
    success: Success,
    invites: Vec<InviteView>,
}

/// A valid invitation.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Invite)]
pub struct InviteView {
    id: Uuid,
    email: String,
    /// `owner`, `editor` or `viewer`.
    role: MemberRole,
    created_at: DateTime<Utc>,
    expires_at: DateTime<Utc>,
}

impl From<Invite> for InviteView {
    fn from(invite: Invite) -> Self {
        let Invite { id, email, role, created_at, expires_at, .. } = invite;
        Self { id, email, role, created_at, expires_at }
    }
}

/// List invitations.
#[utoipa::path(
    get, path = "/api/workspaces/{id}/invites", tag = "workspaces", params(("id" = Uuid, Path)),
    responses((status = 200, body = Answer))
)]
pub async fn handler(State(state): State<AppState>, caller: Caller, Path(id): Path<Uuid>) -> Result<Json<Answer>> {
    Member::<Decides>::admit(&state, caller, Some(id)).await?;
    let invites = member::list_invites(&state.db, id, now()).await?;
    Ok(Json(Answer { success: Success, invites: invites.into_iter().map(InviteView::from).collect() }))
}
