//! Returns the settings of answer checks.

use axum::extract::State;
use serde::Serialize;
use shared::{
    domain::{answer::AnswerSettings, run::RunKind, schedule::Schedule},
    store::{answer, schedule},
};
use utoipa::ToSchema;
use uuid::Uuid;

use super::view::{OfWebsite, website};
use crate::{
    error::Result,
    extract::{Json, Member, Query, Success},
    state::AppState,
};

/// Settings of a website's answer checks.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = AnswerSettingsAnswer)]
pub(super) struct Answer {
    success: Success,
    settings: AnswerSettings,
    /// Cron expression of the website's schedule of checks; `null` without one.
    cron: Option<String>,
}

impl Answer {
    pub(super) fn new(settings: AnswerSettings, schedule: Option<Schedule>) -> Self {
        Self { success: Success, settings, cron: schedule.map(|schedule| schedule.cron) }
    }
}

/// Returns the schedule of a website's checks.
pub(super) async fn scheduled(state: &AppState, workspace_id: Uuid, website_id: Uuid) -> Result<Option<Schedule>> {
    let all = schedule::list(&state.db, workspace_id).await?;
    Ok(all.into_iter().find(|row| row.kind == RunKind::AnswerCheck && row.website_id == Some(website_id)))
}

/// Get the settings of answer checks.
#[utoipa::path(
    get, path = "/api/answers/settings", tag = "answers", params(OfWebsite), responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member, Query(params): Query<OfWebsite>,
) -> Result<Json<Answer>> {
    let website = website(&state, member.workspace_id, params.website_id).await?;
    let settings = answer::settings(&state.db, member.workspace_id, website.id).await?.settings;
    Ok(Json(Answer::new(settings, scheduled(&state, member.workspace_id, website.id).await?)))
}
