//! Lists the workspace's imports.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use shared::store::import;
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::view::ImportView;
use crate::{
    error::Result,
    extract::{Json, Limit, Member, Query, Success},
    state::AppState,
};

/// Query parameters.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Params {
    /// Maximum number of results, 1 to 200. Default: 50.
    #[serde(default)]
    #[param(value_type = Option<u32>)]
    limit: Limit,
    /// `nextCursor` of the previous page.
    cursor: Option<Uuid>,
}

/// A page of imports, newest first.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ImportList)]
pub(super) struct Answer {
    success: Success,
    imports: Vec<ImportView>,
    /// Value of `cursor` for the next page.
    next_cursor: Option<String>,
}

/// List imports.
///
/// Newest first.
#[utoipa::path(get, path = "/api/imports", tag = "imports", params(Params), responses((status = 200, body = Answer)))]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Query(params): Query<Params>,
) -> Result<Json<Answer>> {
    let page = import::list(&state.db, member.workspace_id, params.cursor, params.limit.get()).await?;
    let imports = page.items.into_iter().map(ImportView::from).collect();
    Ok(Json(Answer { success: Success, imports, next_cursor: page.next_cursor }))
}
