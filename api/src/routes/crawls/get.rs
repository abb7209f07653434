//! Returns a crawl.

use axum::extract::State;
use serde::Serialize;
use shared::store::crawl;
use utoipa::ToSchema;
use uuid::Uuid;

use super::view::CrawlView;
use crate::{
    error::{ApiError, Result},
    extract::{Json, Member, Path, Success},
    state::AppState,
};

/// A crawl.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OneCrawl)]
pub(super) struct Answer {
    success: Success,
    crawl: CrawlView,
}

/// Get a crawl.
#[utoipa::path(
    get, path = "/api/crawls/{id}", tag = "crawls", params(("id" = Uuid, Path)), responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Path(id): Path<Uuid>,
) -> Result<Json<Answer>> {
    let found = crawl::find(&state.db, member.workspace_id, id).await?.ok_or(ApiError::NotFound("crawl"))?;
    Ok(Json(Answer { success: Success, crawl: found.into() }))
}
