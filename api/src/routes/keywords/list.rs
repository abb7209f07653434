//! Lists a website's keywords.

use axum::extract::State;
use serde::Serialize;
use shared::store::keyword;
use utoipa::ToSchema;

use super::{
    filter::{Params, website},
    view::KeywordView,
};
use crate::{
    error::Result,
    extract::{Json, Member, Query, Success},
    state::AppState,
};

/// A page of keywords.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = KeywordList)]
pub(super) struct Answer {
    success: Success,
    keywords: Vec<KeywordView>,
    /// Value of `cursor` for the next page.
    next_cursor: Option<String>,
    /// Number of keywords that match the filter.
    total: i64,
}

/// List keywords.
///
/// Keywords of a website from the latest keyword run.
#[utoipa::path(get, path = "/api/keywords", tag = "keywords", params(Params), responses((status = 200, body = Answer)))]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Query(params): Query<Params>,
) -> Result<Json<Answer>> {
    let Some(website_id) = website(&state.db, member.workspace_id, params.website_id).await? else {
        return Ok(Json(Answer { success: Success, keywords: Vec::new(), next_cursor: None, total: 0 }));
    };
    let filter = params.filter(website_id)?;
    let page = keyword::list(&state.db, member.workspace_id, &filter, params.limit.unwrap_or(50)).await?;
    let total = keyword::count(&state.db, member.workspace_id, &filter).await?;
    let keywords = page.items.into_iter().map(KeywordView::from).collect();
    Ok(Json(Answer { success: Success, keywords, next_cursor: page.next_cursor, total }))
}
