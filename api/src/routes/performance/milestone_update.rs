//! Updates a milestone.

use axum::extract::State;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use shared::{
    domain::milestone::{Milestone, MilestoneStatus},
    events,
    store::{event, milestone},
};
use utoipa::ToSchema;
use uuid::Uuid;

use super::milestones::View;
use crate::{
    error::{ApiError, Result},
    extract::{Changes, Json, Member, Path, Success},
    state::AppState,
};

/// Changed fields; omitted fields are unchanged.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = MilestoneChanges)]
pub(super) struct Input {
    /// One of `pending`, `in_progress`, `completed`, `missed`.
    #[schema(value_type = Option<MilestoneStatus>)]
    status: Option<String>,
    /// 1 to 200 characters.
    title: Option<String>,
    /// Above 0.
    target: Option<f64>,
    due_at: Option<DateTime<Utc>>,
}

/// The updated milestone.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = MilestoneAnswer)]
pub(super) struct Answer {
    success: Success,
    milestone: View,
}

/// Update a milestone.
#[utoipa::path(patch, path = "/api/performance/milestones/{id}", tag = "performance", params(("id" = Uuid, Path)), request_body = Input, responses((status = 200, body = Answer)))]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member<Changes>, Path(id): Path<Uuid>, Json(input): Json<Input>,
) -> Result<Json<Answer>> {
    let found = milestone::find(&state.db, member.workspace_id, id).await?.ok_or(ApiError::NotFound("milestone"))?;
    let now = shared::domain::now();
    let changed = input.applied_to(found, now)?;
    let mut tx = state.db.begin().await?;
    let kept = milestone::update(&mut tx, member.workspace_id, &changed).await?;
    let (kept, told) = kept.ok_or(ApiError::NotFound("milestone"))?;
    let told = event::append(&mut tx, &[told], now).await?;
    tx.commit().await?;
    events::publish_stored(&state.bus, told);
    Ok(Json(Answer { success: Success, milestone: kept.into() }))
}

impl Input {
    fn applied_to(self, mut one: Milestone, now: DateTime<Utc>) -> Result<Milestone> {
        if let Some(title) = self.title {
            one.title = title.trim().to_owned();
            if one.title.is_empty() || one.title.chars().count() > 200 {
                return Err(ApiError::invalid("/title", "must have 1 to 200 characters"));
            }
        }
        if let Some(target) = self.target {
            if !(target > 0.0 && target.is_finite()) {
                return Err(ApiError::invalid("/target", "must be above 0"));
            }
            one.target = target;
        }
        one.due_at = self.due_at.or(one.due_at);
        if let Some(status) = self.status {
            one.status = status
                .parse()
                .map_err(|_| ApiError::invalid("/status", "must be pending, in_progress, completed or missed"))?;
            let is_completed = one.status == MilestoneStatus::Completed;
            one.completed_at = is_completed.then(|| one.completed_at.unwrap_or(now));
        }
        Ok(one)
    }
}
