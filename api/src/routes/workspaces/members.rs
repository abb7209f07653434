//! Lists a workspace's members.

use axum::extract::State;
use chrono::{DateTime, Utc};
use serde::Serialize;
use shared::{domain::workspace::MemberRole, store::member};
use uuid::Uuid;

use crate::{
    error::Result,
    extract::{Caller, Json, Member, Path, Reads, Success},
    state::AppState,
};

/// All members, in the order in which they joined.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(as = Members)]
pub struct Answer {
    success: Success,
    members: Vec<MemberView>,
}

/// A member.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Member)]
pub struct MemberView {
    user_id: Uuid,
    email: String,
    name: String,
    /// URL of the picture.
    avatar: Option<String>,
    /// `owner`, `editor` or `viewer`.
    role: MemberRole,
    joined_at: DateTime<Utc>,
    /// Whether the workspace was created with this member's account, who then remains its owner.
    founder: bool,
}

/// List members.
#[utoipa::path(
    get, path = "/api/workspaces/{id}/members", tag = "workspaces", params(("id" = Uuid, Path)),
    responses((status = 200, body = Answer))
)]
pub async fn handler(State(state): State<AppState>, caller: Caller, Path(id): Path<Uuid>) -> Result<Json<Answer>> {
    let workspace = Member::<Reads>::admit(&state, caller, Some(id)).await?;
    let members = member::list(&state.db, workspace.workspace_id).await?;
    let view = |member: shared::domain::workspace::Member| MemberView {
        user_id: member.user_id,
        email: member.email,
        name: member.name,
        avatar: member.avatar,
        role: member.role,
        joined_at: member.created_at,
        founder: member.is_founder,
    };
    Ok(Json(Answer { success: Success, members: members.into_iter().map(view).collect() }))
}
