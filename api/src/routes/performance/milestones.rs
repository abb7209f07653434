//! What a website is on the way to.

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

/// Website.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub(super) struct Params {
    /// Of this website; of all unless given.
    website_id: Option<Uuid>,
}

/// A goal of a website.
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
    /// The figure now, as the newest import measured it.
    current: f64,
    unit: String,
    /// By when; `null` for whenever.
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
