//! Deletes a crawl.

use axum::extract::State;
use serde::Serialize;
use shared::{domain::now, store::crawl};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{
    error::{ApiError, FieldError, Result},
    extract::{Changes, Json, Member, Path, Success},
    state::AppState,
};

/// Confirmation of the deletion.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = CrawlDeleted)]
pub(super) struct Answer {
    success: Success,
}

/// Delete a crawl.
///
/// The engines no longer read its pages, which are deleted in pieces afterwards. A crawl that runs must be cancelled first.
#[utoipa::path(
    delete, path = "/api/crawls/{id}", tag = "crawls", params(("id" = Uuid, Path)),
    responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member<Changes>, Path(id): Path<Uuid>,
) -> Result<Json<Answer>> {
    let missing = || ApiError::NotFound("crawl");
    let found = crawl::find(&state.db, member.workspace_id, id).await?.ok_or_else(missing)?;
    if found.status.is_some_and(|status| !status.is_final()) {
        return Err(ApiError::Conflict(FieldError::new("/status", "The crawl is running. Cancel it first.")));
    }
    let mut tx = state.db.begin().await?;
    if !crawl::delete(&mut tx, member.workspace_id, id, now()).await? {
        return Err(missing());
    }
    tx.commit().await?;
    Ok(Json(Answer { success: Success }))
}
