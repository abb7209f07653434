//! Creates a campaign.

use axum::{extract::State, http::StatusCode};
use shared::{
    domain::{new_id, now},
    store::{campaign, workspace},
};

use super::{
    body::{self, Input},
    market_pool,
    view::{self, Answer},
};
use crate::{
    error::{ApiError, FieldError, Result},
    extract::{Changes, Json, Member},
    state::AppState,
};

/// Create a campaign.
///
/// Stores a draft. Nothing starts before a person launches it. Requires an editor.
#[utoipa::path(
    post, path = "/api/campaigns", tag = "campaigns", operation_id = "campaigns_create", request_body = Input,
    responses((status = 201, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member<Changes>, Json(input): Json<Input>,
) -> Result<(StatusCode, Json<Answer>)> {
    let (workspace_id, user_id) = (member.workspace_id, member.caller.user_id);
    let plan = input.named()?;
    body::check(&state, workspace_id, &plan).await?;
    market_pool::check(&state, workspace_id, &plan.targets).await?;
    let id = new_id();
    let mut tx = state.db.begin().await?;
    workspace::lock(&mut tx, workspace_id).await?;
    if campaign::count(&mut tx, workspace_id).await? >= campaign::MOST_CAMPAIGNS {
        let detail = "A workspace can have at most 500 campaigns. Delete some that have ended.";
        return Err(ApiError::Conflict(FieldError::new("", detail)));
    }
    campaign::insert(&mut tx, (workspace_id, user_id), id, &plan, now()).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, view::answer(&state, workspace_id, id).await?))
}
