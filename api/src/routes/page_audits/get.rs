//! Returns an audit of a page.

use axum::extract::State;
use serde::Serialize;
use shared::store::page_audit;
use utoipa::ToSchema;
use uuid::Uuid;

use super::view::FullView;
use crate::{
    error::{ApiError, Result},
    extract::{Json, Member, Path, Success},
    state::AppState,
};

/// An audit of a page.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = OnePageAudit)]
pub(super) struct Answer {
    success: Success,
    page_audit: FullView,
}

/// Get an audit of a page.
///
/// `changes` of a fix can be sent to `POST /api/edits` if the page belongs to a website of the workspace.
#[utoipa::path(
    get, path = "/api/page-audits/{id}", tag = "page audits", params(("id" = Uuid, Path)),
    responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Path(id): Path<Uuid>,
) -> Result<Json<Answer>> {
    let missing = || ApiError::NotFound("page audit");
    let audit = page_audit::find(&state.db, member.workspace_id, id).await?.ok_or_else(missing)?;
    let report = page_audit::report(&state.db, member.workspace_id, id).await?.map(|report| report.0);
    Ok(Json(Answer { success: Success, page_audit: FullView { audit: audit.into(), report } }))
}
