//! Lists campaigns.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use shared::{domain::campaign::CampaignStatus, store::campaign};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::view::{CampaignView, views};
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
    status: Option<CampaignStatus>,
    /// Maximum number of results, 1 to 200. Default: 50.
    #[serde(default)]
    #[param(value_type = Option<u32>)]
    limit: Limit,
    /// `nextCursor` of the previous page.
    cursor: Option<Uuid>,
}

/// A page of campaigns, newest first.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CampaignList)]
pub(super) struct Answer {
    success: Success,
    campaigns: Vec<CampaignView>,
    /// Value of `cursor` for the next page.
    next_cursor: Option<String>,
}

/// List campaigns.
///
/// Newest first, each with its sites, its money and its next step.
#[utoipa::path(
    get, path = "/api/campaigns", tag = "campaigns", operation_id = "campaigns_list", params(Params),
    responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Query(params): Query<Params>,
) -> Result<Json<Answer>> {
    let limit = params.limit.get();
    let page = campaign::list(&state.db, member.workspace_id, params.status, params.cursor, limit).await?;
    let campaigns = views(&state, member.workspace_id, page.items).await?;
    Ok(Json(Answer { success: Success, campaigns, next_cursor: page.next_cursor }))
}
