//! Lists documents.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use shared::{
    domain::document::DocumentStatus,
    store::document::{self, DocumentFilter},
};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::view::Listed;
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
    /// Only documents of this website.
    website_id: Option<Uuid>,
    /// `draft`, `ready` or `published`.
    #[param(inline)]
    status: Option<DocumentStatus>,
    /// Only documents of this vertical, by its slug.
    vertical: Option<String>,
    /// Only documents with this text in the title or the query.
    contains: Option<String>,
    /// Archived documents instead of the others. Default: false.
    #[serde(default)]
    #[param(value_type = Option<bool>)]
    archived: bool,
    /// Maximum number of results, 1 to 200. Default: 50.
    #[serde(default)]
    #[param(value_type = Option<u32>)]
    limit: Limit,
    /// `nextCursor` of the previous page.
    cursor: Option<Uuid>,
}

/// A page of documents, newest first.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = DocumentList)]
pub(super) struct Answer {
    success: Success,
    documents: Vec<Listed>,
    /// Value of `cursor` for the next page.
    next_cursor: Option<String>,
}

/// List documents.
///
/// Newest first, without their texts.
#[utoipa::path(
    get, path = "/api/documents", tag = "documents", params(Params), responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Query(params): Query<Params>,
) -> Result<Json<Answer>> {
    let filter = DocumentFilter {
        website_id: params.website_id,
        status: params.status,
        vertical: params.vertical,
        contains: params.contains.map(|text| text.trim().to_lowercase()),
        is_archived: params.archived,
        before: params.cursor,
    };
    let page = document::list(&state.db, member.workspace_id, &filter, params.limit.get()).await?;
    let documents = page.items.into_iter().map(Listed::from).collect();
    Ok(Json(Answer { success: Success, documents, next_cursor: page.next_cursor }))
}
