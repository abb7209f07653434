//! Lists the workspace's websites.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use shared::{domain::website::WebsiteKind, store::website};

use super::view::WebsiteView;
use crate::{
    error::Result,
    extract::{Json, Member, Query, Success},
    state::AppState,
};

/// Query parameters.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Params {
    /// Only of this kind: `own`, `sample`, `dominator` or `goldmine`.
    #[serde(rename = "type")]
    #[param(inline)]
    kind: Option<WebsiteKind>,
    /// Whether to list archived instead of active websites. Default: `false`.
    #[serde(default)]
    #[param(value_type = Option<bool>)]
    archived: bool,
}

/// All matching websites, oldest first.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(as = Websites)]
pub struct Answer {
    success: Success,
    websites: Vec<WebsiteView>,
}

/// List websites.
#[utoipa::path(
    get, path = "/api/websites", tag = "websites", params(Params), responses((status = 200, body = Answer))
)]
pub async fn handler(
    State(state): State<AppState>, member: Member, Query(params): Query<Params>,
) -> Result<Json<Answer>> {
    let websites = if params.archived {
        website::list_archived(&state.db, member.workspace_id).await?
    } else {
        website::list(&state.db, member.workspace_id, params.kind).await?
    };
    Ok(Json(Answer { success: Success, websites: websites.into_iter().map(WebsiteView::from).collect() }))
}
