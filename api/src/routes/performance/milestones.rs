//! Lists milestones.

use axum::extract::State;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use shared::{
    domain::milestone::{Milestone, MilestoneStatus},
    store::milestone,
};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use crate::{
    error::Result,
    extract::{Json, Member, Query, Success},
    state::AppState,
};

/// Query parameters.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub(super) struct Params {
    /// Website. Default: all.
    website_id: Option<Uuid>,
}

/// A milestone of a website.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Milestone)]
pub(crate) struct View {
    id: Uuid,
    website_id: Uuid,
    title: String,
    description: String,
    /// Its status.
    status: MilestoneStatus,
    /// Target value.
    target: f64,
    /// Current value, measured by the latest import.
    current: f64,
    unit: String,
    /// Due date; `null` without one.
    due_at: Option<DateTime<Utc>>,
    completed_at: Option<DateTime<Utc>>,
}

impl From<Milestone> for View {
    fn from(one: Milestone) -> Self {
        Self {
            id: one.id,
            website_id: one.website_id,
            title: one.title,
            description: one.description,
            status: one.status,
            target: one.target,
            current: one.current,
            unit: one.unit,
            due_at: one.due_at,
            completed_at: one.completed_at,
        }
    }
}

/// Milestones, oldest first.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = MilestoneList)]
pub(super) struct Answer {
    success: Success,
    milestones: Vec<View>,
}

/// List milestones.
///
/// The first import of a website sets them; later imports update them.
#[utoipa::path(get, path = "/api/performance/milestones", tag = "performance", params(Params), responses((status = 200, body = Answer)))]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Query(params): Query<Params>,
) -> Result<Json<Answer>> {
    let all = milestone::list(&state.db, member.workspace_id, params.website_id).await?;
    Ok(Json(Answer { success: Success, milestones: all.into_iter().map(View::from).collect() }))
}
