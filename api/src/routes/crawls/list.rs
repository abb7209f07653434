//! Lists crawls.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use shared::store::crawl;
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::view::CrawlView;
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

/// Crawls, newest first.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CrawlList)]
pub(super) struct Answer {
    success: Success,
    crawls: Vec<CrawlView>,
    /// Value of `cursor` for the next page.
    next_cursor: Option<String>,
}

/// List crawls.
#[utoipa::path(get, path = "/api/crawls", tag = "crawls", params(Params), responses((status = 200, body = Answer)))]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Query(params): Query<Params>,
) -> Result<Json<Answer>> {
    let (website_id, limit) = (params.website_id, params.limit.get());
    let page = crawl::list(&state.db, member.workspace_id, website_id, params.cursor, limit).await?;
    let crawls = page.items.into_iter().map(CrawlView::from).collect();
    Ok(Json(Answer { success: Success, crawls, next_cursor: page.next_cursor }))
}
