//! Removes a member, or leaves the workspace.

use axum::extract::State;
use serde_json::json;
use shared::{
    events,
    store::{audit::Action, member},
};
use uuid::Uuid;

use super::member_update::keep_an_owner;
use crate::{
    auth::session,
    error::{ApiError, Result},
    extract::{Caller, Decides, Json, Member, Path, Person, Reads, RequestContext, Success},
    routes::auth::answer::Done,
    state::AppState,
};

/// Remove a member.
///
/// Owners may remove others. Members may leave, except the last owner.
#[utoipa::path(
    delete, path = "/api/workspaces/{id}/members/{userId}", tag = "workspaces",
    params(("id" = Uuid, Path), ("userId" = Uuid, Path)), responses((status = 200, body = Done))
)]
pub async fn handler(
    State(state): State<AppState>, context: RequestContext, caller: Caller, person: Person,
    Path((id, user_id)): Path<(Uuid, Uuid)>,
) -> Result<Json<Done>> {
    if user_id == person.user_id {
        Member::<Reads>::admit(&state, caller, Some(id)).await?;
    } else {
        Member::<Decides>::admit(&state, caller, Some(id)).await?;
    }
    let mut tx = state.db.begin().await?;
    let found = member::find_locked(&mut tx, id, user_id).await?.ok_or(ApiError::NotFound("member"))?;
    keep_an_owner(&mut tx, id, &found).await?;
    member::delete(&mut tx, id, user_id).await?;
    let detail = json!({"workspaceId": id, "memberId": user_id, "role": found.role});
    session::note(&mut tx, Some(person.user_id), Action::MemberRemoved, &context, detail).await?;
    tx.commit().await?;
    events::publish_membership_ended(&state.bus, user_id, id);
    Ok(Json(Done { success: Success }))
}
