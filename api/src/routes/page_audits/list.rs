//! Lists audits of pages.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use shared::store::page_audit;
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::view::PageAuditView;
use crate::{
    error::Result,
    extract::{Json, Limit, Member, Query, Success},
    state::AppState,
};

/// Query parameters.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Params {
    /// Only of this website.
    website_id: Option<Uuid>,
    /// Maximum number of results, 1 to 200. Default: 50.
    #[serde(default)]
    #[param(value_type = Option<u32>)]
    limit: Limit,
    /// `nextCursor` of the previous page.
    cursor: Option<Uuid>,
}

/// Audits of pages, newest first.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PageAuditList)]
pub(super) struct Answer {
    success: Success,
    page_audits: Vec<PageAuditView>,
    /// Value of `cursor` for the next page.
    next_cursor: Option<String>,
}

/// List audits of pages.
///
/// The latest hundred of a workspace are kept.
#[utoipa::path(
    get, path = "/api/page-audits", tag = "page audits", params(Params), responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Query(params): Query<Params>,
) -> Result<Json<Answer>> {
    let (website_id, limit) = (params.website_id, params.limit.get());
    let page = page_audit::list(&state.db, member.workspace_id, website_id, params.cursor, limit).await?;
    let page_audits = page.items.into_iter().map(PageAuditView::from).collect();
    Ok(Json(Answer { success: Success, page_audits, next_cursor: page.next_cursor }))
}
