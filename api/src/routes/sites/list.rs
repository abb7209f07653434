//! Lists sites.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use shared::{
    domain::site::{SiteKind, SiteStatus},
    store::site::{self, SiteFilter},
};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::view::{SiteView, views};
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
    /// Only with this status.
    #[param(inline)]
    status: Option<SiteStatus>,
    /// Only of this kind.
    #[param(inline)]
    kind: Option<SiteKind>,
    /// Only of this deployment.
    deployment: Option<Uuid>,
    /// Only with this text in name, vertical or places.
    text: Option<String>,
    /// Only of this vertical, by its slug.
    vertical: Option<String>,
    /// Only with this place, by its id.
    place: Option<String>,
    /// Maximum number of results, 1 to 200. Default: 50.
    #[serde(default)]
    #[param(value_type = Option<u32>)]
    limit: Limit,
    /// `nextCursor` of the previous page.
    cursor: Option<Uuid>,
}

/// A page of sites, newest first.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SiteList)]
pub(super) struct Answer {
    success: Success,
    sites: Vec<SiteView>,
    /// Value of `cursor` for the next page.
    next_cursor: Option<String>,
}

/// List sites.
///
/// Newest first, without deleted ones.
#[utoipa::path(get, path = "/api/sites", tag = "sites", params(Params), responses((status = 200, body = Answer)))]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Query(params): Query<Params>,
) -> Result<Json<Answer>> {
    let filter = SiteFilter {
        status: params.status,
        kind: params.kind,
        deployment_id: params.deployment,
        contains: params.text.map(|text| text.trim().to_lowercase()).filter(|text| !text.is_empty()),
        vertical: params.vertical,
        place: params.place,
        before: params.cursor,
    };
    let page = site::list(&state.db, member.workspace_id, &filter, params.limit.get()).await?;
    let sites = views(&state, member.workspace_id, page.items).await?;
    Ok(Json(Answer { success: Success, sites, next_cursor: page.next_cursor }))
}
