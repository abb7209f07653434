//! Returns a tracked keyword with its checks.

use axum::extract::State;
use serde::Serialize;
use shared::store::rank;
use utoipa::ToSchema;
use uuid::Uuid;

use super::view::{CheckView, KeywordView};
use crate::{
    error::{ApiError, Result},
    extract::{Json, Member, Path, Success},
    state::AppState,
};

/// Checks of the answer.
const CHECKS: i64 = 365;

/// A tracked keyword with its checks.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OneTrackedKeyword)]
pub(super) struct Answer {
    success: Success,
    keyword: KeywordView,
    /// At most 365, newest first.
    checks: Vec<CheckView>,
}

/// Get a tracked keyword.
///
/// With its checks, newest first.
#[utoipa::path(
    get, path = "/api/ranks/keywords/{id}", tag = "ranks", params(("id" = Uuid, Path)),
    responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Path(id): Path<Uuid>,
) -> Result<Json<Answer>> {
    let found = rank::find(&state.db, member.workspace_id, id).await?.ok_or(ApiError::NotFound("keyword"))?;
    let checks = rank::history(&state.db, member.workspace_id, id, CHECKS).await?;
    let checks = checks.into_iter().map(CheckView::from).collect();
    Ok(Json(Answer { success: Success, keyword: KeywordView::new(found, &[]), checks }))
}
