//! Lists tracked prompts.

use axum::extract::State;
use serde::Serialize;
use shared::store::answer;
use utoipa::ToSchema;

use super::view::{OfWebsite, PromptView, website};
use crate::{
    error::Result,
    extract::{Json, Member, Query, Success},
    state::AppState,
};

/// Prompts, oldest first.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = AnswerPromptList)]
pub(super) struct Answer {
    success: Success,
    prompts: Vec<PromptView>,
}

/// List tracked prompts.
#[utoipa::path(
    get, path = "/api/answers/prompts", tag = "answers", params(OfWebsite), responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Query(params): Query<OfWebsite>,
) -> Result<Json<Answer>> {
    let website = website(&state, member.workspace_id, params.website_id).await?;
    let prompts = answer::prompts(&state.db, member.workspace_id, website.id, false).await?;
    Ok(Json(Answer { success: Success, prompts: prompts.into_iter().map(PromptView::from).collect() }))
}
