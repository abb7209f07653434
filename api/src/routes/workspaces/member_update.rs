//! Changes the role of a member.

use axum::extract::State;
use serde::Deserialize;
use serde_json::json;
use shared::{
    domain::workspace::{Member as Stored, MemberRole},
    store::{Tx, audit::Action, member},
};
use uuid::Uuid;

use crate::{
    auth::session,
    error::{ApiError, FieldError, Result},
    extract::{Caller, Decides, Json, Member, Path, Person, RequestContext, Success},
    routes::auth::answer::Done,
    state::AppState,
};

/// The new role.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = MemberChange)]
pub struct Body {
    /// `owner`, `editor` or `viewer`.
    role: MemberRole,
}

/// Change the role of a member.
///
/// Owners only. The last owner cannot be demoted.
#[utoipa::path(
    patch, path = "/api/workspaces/{id}/members/{userId}", tag = "workspaces",
    params(("id" = Uuid, Path), ("userId" = Uuid, Path)), request_body = Body, responses((status = 200, body = Done))
)]
pub async fn handler(
    State(state): State<AppState>, context: RequestContext, caller: Caller, person: Person,
    Path((id, user_id)): Path<(Uuid, Uuid)>, Json(body): Json<Body>,
) -> Result<Json<Done>> {
    Member::<Decides>::admit(&state, caller, Some(id)).await?;
    let mut tx = state.db.begin().await?;
    let found = member::find_locked(&mut tx, id, user_id).await?.ok_or(ApiError::NotFound("member"))?;
    if body.role < MemberRole::Owner {
        keep_an_owner(&mut tx, id, &found).await?;
    }
    member::set_role(&mut tx, id, user_id, body.role).await?;
    let detail = json!({"workspaceId": id, "memberId": user_id, "from": found.role, "to": body.role});
    session::note(&mut tx, Some(person.user_id), Action::MemberRoleChanged, &context, detail).await?;
    tx.commit().await?;
    Ok(Json(Done { success: Success }))
}

/// Rejects the removal of the last owner.
pub(super) async fn keep_an_owner(tx: &mut Tx, workspace_id: Uuid, member: &Stored) -> Result<()> {
    if member.is_founder {
        let detail = "A personal workspace keeps its owner.";
        return Err(ApiError::Conflict(FieldError::new("/role", detail)));
    }
    if member.role == MemberRole::Owner && member::count_owners(tx, workspace_id).await? < 2 {
        let detail = "A workspace needs an owner. Make another member the owner first.";
        return Err(ApiError::Conflict(FieldError::new("/role", detail)));
    }
    Ok(())
}
