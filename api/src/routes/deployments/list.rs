//! Lists deployments.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use shared::{
    config::SiteSettings,
    domain::deployment::DeploymentStatus,
    store::deployment::{self, DeploymentFilter},
};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::view::DeploymentView;
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
    /// Only deployments that have not ended. Default: false.
    #[serde(default)]
    #[param(value_type = Option<bool>)]
    active: bool,
    /// Only with this status.
    #[param(inline)]
    status: Option<DeploymentStatus>,
    /// Maximum number of results, 1 to 200. Default: 50.
    #[serde(default)]
    #[param(value_type = Option<u32>)]
    limit: Limit,
    /// `nextCursor` of the previous page.
    cursor: Option<Uuid>,
}

/// Limits of deploys that the operator of this installation sets.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = DeploymentLimits)]
struct Limits {
    /// Maximum number of new sites of a workspace that go live on a day (UTC).
    new_sites_per_day: u32,
    /// Maximum number of pages of a site at its first deploy.
    pages_at_launch: u32,
    /// Maximum number of pages that a live site gains on a day (UTC).
    new_pages_per_day: u32,
}

impl From<&SiteSettings> for Limits {
    fn from(settings: &SiteSettings) -> Self {
        Self {
            new_sites_per_day: settings.new_sites_per_day,
            pages_at_launch: settings.pages_at_launch,
            new_pages_per_day: settings.new_pages_per_day,
        }
    }
}

/// A page of deployments, newest first.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = DeploymentList)]
pub(super) struct Answer {
    success: Success,
    deployments: Vec<DeploymentView>,
    limits: Limits,
    /// Value of `cursor` for the next page.
    next_cursor: Option<String>,
}

/// List deployments.
///
/// Newest first.
#[utoipa::path(
    get, path = "/api/deployments", tag = "sites", params(Params), responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Query(params): Query<Params>,
) -> Result<Json<Answer>> {
    let limit = params.limit.get();
    let filter = DeploymentFilter { is_active: params.active, status: params.status, before: params.cursor };
    let page = deployment::list(&state.db, member.workspace_id, filter, limit).await?;
    let deployments = page.items.into_iter().map(|one| DeploymentView::of(one, Vec::new())).collect();
    let limits = Limits::from(&state.settings.sites);
    Ok(Json(Answer { success: Success, deployments, limits, next_cursor: page.next_cursor }))
}
