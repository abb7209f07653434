//! Lists the versions of a document.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use shared::store::document;
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::{body, view::InfoView};
use crate::{
    error::Result,
    extract::{Json, Limit, Member, Path, Query, Success},
    state::AppState,
};

/// Query parameters.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Params {
    /// Maximum number of results, 1 to 200. Default: 50.
    #[serde(default)]
    #[param(value_type = Option<u32>)]
    limit: Limit,
    /// `nextCursor` of the previous page.
    cursor: Option<i32>,
}

/// A page of versions, newest first.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = DocumentVersionList)]
pub(super) struct Answer {
    success: Success,
    versions: Vec<InfoView>,
    /// Value of `cursor` for the next page.
    next_cursor: Option<String>,
}

/// List the versions of a document.
///
/// Newest first, without their texts.
#[utoipa::path(
    get, path = "/api/documents/{id}/versions", tag = "documents", params(("id" = Uuid, Path), Params),
    responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Path(id): Path<Uuid>, Query(params): Query<Params>,
) -> Result<Json<Answer>> {
    body::found(&state, member.workspace_id, id).await?;
    let page = document::versions(&state.db, member.workspace_id, id, params.cursor, params.limit.get()).await?;
    let versions = page.items.into_iter().map(InfoView::from).collect();
    Ok(Json(Answer { success: Success, versions, next_cursor: page.next_cursor }))
}
