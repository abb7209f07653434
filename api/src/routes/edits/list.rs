//! Lists edits.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use shared::{
    domain::edit::EditStatus,
    store::edit::{self, EditFilter},
};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::view::ListedEdit;
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
    /// Only with this status.
    #[param(inline)]
    status: Option<EditStatus>,
    /// Maximum number of results, 1 to 200. Default: 50.
    #[serde(default)]
    #[param(value_type = Option<u32>)]
    limit: Limit,
    /// `nextCursor` of the previous page.
    cursor: Option<Uuid>,
}

/// A page of edits, newest first.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = EditList)]
pub(super) struct Answer {
    success: Success,
    edits: Vec<ListedEdit>,
    /// Value of `cursor` for the next page.
    next_cursor: Option<String>,
}

/// List edits.
///
/// Newest first, without their changes and previews.
#[utoipa::path(get, path = "/api/edits", tag = "edits", params(Params), responses((status = 200, body = Answer)))]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Query(params): Query<Params>,
) -> Result<Json<Answer>> {
    let filter = EditFilter { website_id: params.website_id, status: params.status, before: params.cursor };
    let page = edit::list(&state.db, member.workspace_id, &filter, params.limit.get()).await?;
    let edits = page.items.into_iter().map(ListedEdit::from).collect();
    Ok(Json(Answer { success: Success, edits, next_cursor: page.next_cursor }))
}
