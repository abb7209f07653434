//! Lists the decisions of a campaign.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use shared::{
    domain::campaign::{CampaignAction, CampaignDecision},
    store::campaign,
};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use crate::{
    error::{ApiError, Result},
    extract::{Json, Limit, Member, Path, Query, Success},
    state::AppState,
};

/// Query parameters.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Params {
    /// Only this decision.
    decision: Option<CampaignDecision>,
    /// Maximum number of results, 1 to 200. Default: 50.
    #[serde(default)]
    #[param(value_type = Option<u32>)]
    limit: Limit,
    /// `nextCursor` of the previous page.
    cursor: Option<Uuid>,
}

/// A page of decisions, newest first.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CampaignActionList)]
pub(super) struct Answer {
    success: Success,
    actions: Vec<CampaignAction>,
    /// Value of `cursor` for the next page.
    next_cursor: Option<String>,
}

/// List decisions of a campaign.
///
/// The append-only log of its steps, newest first: each market with the decision, its reason and its cost. Of a day at most 200
/// decisions without a site are kept.
#[utoipa::path(
    get, path = "/api/campaigns/{id}/actions", tag = "campaigns", operation_id = "campaigns_actions",
    params(("id" = Uuid, Path), Params), responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Path(id): Path<Uuid>, Query(params): Query<Params>,
) -> Result<Json<Answer>> {
    let workspace_id = member.workspace_id;
    campaign::find(&state.db, workspace_id, id).await?.ok_or(ApiError::NotFound("campaign"))?;
    let limit = params.limit.get();
    let page = campaign::actions(&state.db, (workspace_id, id), params.decision, params.cursor, limit).await?;
    Ok(Json(Answer { success: Success, actions: page.items, next_cursor: page.next_cursor }))
}
