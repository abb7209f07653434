//! Lists a website's keyword clusters.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use shared::store::keyword;
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::{filter::website, view::ClusterView};
use crate::{
    error::Result,
    extract::{Json, Limit, Member, Offset, Query, Success},
    state::AppState,
};

/// Query parameters.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Params {
    /// Website. Default: the website analysed last.
    website_id: Option<Uuid>,
    /// Maximum number of results, 1 to 200. Default: 50.
    #[serde(default)]
    #[param(value_type = Option<u32>)]
    limit: Limit,
    /// `nextCursor` of the previous page.
    #[serde(default)]
    #[param(value_type = Option<String>)]
    cursor: Offset,
}

/// A page of clusters.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = KeywordClusterList)]
pub(super) struct Answer {
    success: Success,
    clusters: Vec<ClusterView>,
    /// Value of `cursor` for the next page.
    next_cursor: Option<String>,
}

/// List keyword clusters.
///
/// Highest monthly value first.
#[utoipa::path(get, path = "/api/keywords/clusters", tag = "keywords", params(Params), responses((status = 200, body = Answer)))]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Query(params): Query<Params>,
) -> Result<Json<Answer>> {
    let offset = params.cursor.get();
    let Some(website_id) = website(&state.db, member.workspace_id, params.website_id).await? else {
        return Ok(Json(Answer { success: Success, clusters: Vec::new(), next_cursor: None }));
    };
    let page = keyword::clusters(&state.db, member.workspace_id, website_id, offset, params.limit.get()).await?;
    let clusters = page.items.into_iter().map(ClusterView::from).collect();
    Ok(Json(Answer { success: Success, clusters, next_cursor: page.next_cursor }))
}
