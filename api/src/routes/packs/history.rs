//! Lists the changes of an own pack.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use shared::store::pack;
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::{key::key, view::ChangeView};
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
    cursor: Option<Uuid>,
}

/// A page of changes, newest first.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = PackHistory)]
pub(super) struct Answer {
    success: Success,
    changes: Vec<ChangeView>,
    /// Value of `cursor` for the next page.
    next_cursor: Option<String>,
}

/// List the changes of an own pack.
///
/// Newest first. The latest 200 are kept.
#[utoipa::path(
    get, path = "/api/packs/{language}/{vertical}/history", tag = "packs",
    params(("language" = String, Path), ("vertical" = String, Path), Params), responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Path((language, vertical)): Path<(String, String)>,
    Query(params): Query<Params>,
) -> Result<Json<Answer>> {
    let key = key(language, vertical)?;
    let page = pack::changes(&state.db, member.workspace_id, Some(&key), params.cursor, params.limit.get()).await?;
    let changes = page.items.into_iter().map(ChangeView::from).collect();
    Ok(Json(Answer { success: Success, changes, next_cursor: page.next_cursor }))
}
