//! Adds a buyer.

use axum::{extract::State, http::StatusCode};
use serde_json::json;
use shared::{
    domain::{new_id, now},
    store::{
        audit::Action,
        buyer::{self, MOST_BUYERS},
        lead, workspace,
    },
};

use super::{Answer, body::Input};
use crate::{
    auth::session,
    error::{ApiError, FieldError, Result},
    extract::{Changes, Json, Member, RequestContext, Success},
    state::AppState,
};

/// Add a buyer.
///
/// Requires an editor. Leads that wait for a buyer are offered at once. A workspace has at most 200 buyers.
#[utoipa::path(
    post, path = "/api/buyers", tag = "leads", request_body = Input, responses((status = 201, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, context: RequestContext, member: Member<Changes>, Json(input): Json<Input>,
) -> Result<(StatusCode, Json<Answer>)> {
    let workspace_id = member.workspace_id;
    let buyer = input.checked(&state, workspace_id, new_id(), now()).await?;
    let mut tx = state.db.begin().await?;
    workspace::lock(&mut tx, workspace_id).await?;
    if buyer::list(&mut tx, workspace_id).await?.len() >= MOST_BUYERS {
        return Err(ApiError::Conflict(FieldError::new("", "A workspace has at most 200 buyers. Delete one first.")));
    }
    buyer::insert(&mut tx, workspace_id, &buyer).await?;
    lead::wake(&mut tx, workspace_id, now()).await?;
    let detail = json!({"workspaceId": workspace_id, "buyerId": buyer.id, "name": buyer.name});
    session::note(&mut tx, Some(member.caller.user_id), Action::BuyerAdded, &context, detail).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(Answer { success: Success, buyer })))
}
