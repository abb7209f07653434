//! Changes a buyer.

use axum::extract::State;
use serde_json::json;
use shared::{
    domain::now,
    store::{audit::Action, buyer, lead},
};
use uuid::Uuid;

use super::{Answer, body::Input};
use crate::{
    auth::session,
    error::{ApiError, Result},
    extract::{Changes, Json, Member, Path, RequestContext, Success},
    state::AppState,
};

/// Change a buyer.
///
/// Replaces all fields. Requires an editor. Leads that were sent keep their price; leads that wait are offered again.
#[utoipa::path(
    put, path = "/api/buyers/{id}", tag = "leads", params(("id" = Uuid, Path)), request_body = Input,
    responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, context: RequestContext, member: Member<Changes>, Path(id): Path<Uuid>,
    Json(input): Json<Input>,
) -> Result<Json<Answer>> {
    let workspace_id = member.workspace_id;
    let missing = || ApiError::NotFound("buyer");
    let stored = buyer::find(&state.db, workspace_id, id).await?.ok_or_else(missing)?;
    let buyer = input.checked(&state, workspace_id, id, stored.created_at).await?;
    let mut tx = state.db.begin().await?;
    if !buyer::update(&mut tx, workspace_id, &buyer).await? {
        return Err(missing());
    }
    lead::wake(&mut tx, workspace_id, now()).await?;
    let detail = json!({"workspaceId": workspace_id, "buyerId": id, "name": buyer.name, "isPaused": buyer.is_paused});
    session::note(&mut tx, Some(member.caller.user_id), Action::BuyerChanged, &context, detail).await?;
    tx.commit().await?;
    Ok(Json(Answer { success: Success, buyer }))
}
