//! Withdraws an invitation.

use axum::extract::State;
use serde_json::json;
use shared::store::{audit::Action, member};
use uuid::Uuid;

use crate::{
    auth::session,
    error::{ApiError, Result},
    extract::{Caller, Decides, Json, Member, Path, Person, RequestContext, Success},
    routes::auth::answer::Done,
    state::AppState,
};

/// Withdraw an invitation.
///
/// Its link becomes invalid.
#[utoipa::path(
    delete, path = "/api/workspaces/{id}/invites/{inviteId}", tag = "workspaces",
    params(("id" = Uuid, Path), ("inviteId" = Uuid, Path)), responses((status = 200, body = Done))
)]
pub async fn handler(
    State(state): State<AppState>, context: RequestContext, caller: Caller, person: Person,
    Path((id, invite_id)): Path<(Uuid, Uuid)>,
) -> Result<Json<Done>> {
    Member::<Decides>::admit(&state, caller, Some(id)).await?;
    let mut tx = state.db.begin().await?;
    if !member::delete_invite(&mut tx, id, invite_id).await? {
        return Err(ApiError::NotFound("invite"));
    }
    let detail = json!({"workspaceId": id, "inviteId": invite_id});
    session::note(&mut tx, Some(person.user_id), Action::InviteRevoked, &context, detail).await?;
    tx.commit().await?;
    Ok(Json(Done { success: Success }))
}
