//! Updates an opportunity.

use axum::extract::State;
use serde::Deserialize;
use shared::{
    domain::opportunity::{Opportunity, OpportunityBody, OpportunityStatus},
    events,
    store::{achievement, event, opportunity, plan},
};
use utoipa::ToSchema;
use uuid::Uuid;

use super::create::{Answer, check};
use crate::{
    error::{ApiError, Result},
    extract::{Changes, Json, Member, Path, Success},
    state::AppState,
};

/// Fields to change. Results of engines (impact, evidence) cannot be changed.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
#[schema(as = OpportunityChanges)]
pub(super) struct Input {
    /// One of `discovered`, `in_review`, `implementing`, `implemented`, `failed`, `dismissed`.
    status: Option<OpportunityStatus>,
    title: Option<String>,
    category: Option<String>,
    /// 0 to 100.
    difficulty: Option<f64>,
    /// 0 to 100.
    score: Option<f64>,
    keyword: Option<String>,
    effort_minutes: Option<i32>,
    quick_win: Option<bool>,
}

/// Update an opportunity.
#[utoipa::path(patch, path = "/api/opportunities/{id}", tag = "opportunities", request_body = Input, params(("id" = Uuid, Path)), responses((status = 200, body = Answer)))]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member<Changes>, Path(id): Path<Uuid>, Json(input): Json<Input>,
) -> Result<Json<Answer>> {
    let found = opportunity::find(&state.db, member.workspace_id, id).await?;
    let found = found.ok_or(ApiError::NotFound("opportunity"))?;
    let status = input.status.unwrap_or(found.status);
    let body = input.apply(found.body.0);
    check(&body)?;
    let changed = save(&state, &member, id, status, &body).await?;
    Ok(Json(Answer { success: Success, opportunity: changed.into() }))
}

impl Input {
    fn apply(self, mut body: OpportunityBody) -> OpportunityBody {
        let edits = self.title.is_some()
            || self.category.is_some()
            || self.difficulty.is_some()
            || self.score.is_some()
            || self.keyword.is_some()
            || self.effort_minutes.is_some()
            || self.quick_win.is_some();
        body.title = self.title.map_or(body.title, |title| title.trim().to_owned());
        body.category = self.category.unwrap_or(body.category);
        body.difficulty = self.difficulty.or(body.difficulty);
        body.score = self.score.unwrap_or(body.score);
        body.keyword = self.keyword.or(body.keyword);
        body.effort_minutes = self.effort_minutes.or(body.effort_minutes);
        body.quick_win = self.quick_win.unwrap_or(body.quick_win);
        body.edited |= edits;
        body
    }
}

/// Stores the changed opportunity and notifies the workspace.
pub(super) async fn save(
    state: &AppState, member: &Member<Changes>, id: Uuid, status: OpportunityStatus, body: &OpportunityBody,
) -> Result<Opportunity> {
    let (workspace_id, user_id) = (member.workspace_id, member.caller.user_id);
    let now = shared::domain::now();
    let mut tx = state.db.begin().await?;
    let changed = opportunity::update(&mut tx, workspace_id, id, status, body, now).await?;
    let (opportunity, told) = changed.ok_or(ApiError::NotFound("opportunity"))?;
    if status != OpportunityStatus::Implementing {
        plan::withdraw(&mut tx, workspace_id, &format!("opportunity:{id}"), now).await?;
    }
    let mut told = vec![told];
    if status == OpportunityStatus::Implemented {
        told.extend(achievement::award_outcomes(&mut tx, user_id, now).await?);
    }
    let told = event::append(&mut tx, &told, now).await?;
    tx.commit().await?;
    events::publish_stored(&state.bus, told);
    Ok(opportunity)
}
