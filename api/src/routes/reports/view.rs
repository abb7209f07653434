//! A report in responses.

use base64::{Engine, prelude::BASE64_STANDARD};
use chrono::{DateTime, Utc};
use serde::Serialize;
use shared::{
    domain::{report::Report, run::RunStatus},
    store::{report, run, schedule},
};
use utoipa::ToSchema;
use uuid::Uuid;

use super::body::Settings;
use crate::{
    error::Result,
    extract::{Json, Success},
    state::AppState,
};

/// A report.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Report)]
pub(super) struct ReportView {
    id: Uuid,
    website_id: Uuid,
    website_name: String,
    settings: Settings,
    /// Whether it has a logo.
    has_logo: bool,
    /// Time since when it is shared by a link; `null` if it is not.
    shared_at: Option<DateTime<Utc>>,
    /// Latest issue.
    latest_issue_id: Option<Uuid>,
    /// Time at which it was made.
    latest_made_at: Option<DateTime<Utc>>,
    created_at: DateTime<Utc>,
    updated_at: DateTime<Utc>,
}

impl From<Report> for ReportView {
    fn from(report: Report) -> Self {
        Self {
            settings: Settings::of(&report),
            id: report.id,
            website_id: report.website_id,
            website_name: report.website_name,
            has_logo: report.has_logo,
            shared_at: report.shared_at,
            latest_issue_id: report.latest_issue_id,
            latest_made_at: report.latest_made_at,
            created_at: report.created_at,
            updated_at: report.updated_at,
        }
    }
}

/// Times of a scheduled report.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ReportSchedule)]
struct ScheduleView {
    /// Next time; `null` while it is paused.
    next_at: Option<DateTime<Utc>>,
    /// Last time that started a run.
    last_at: Option<DateTime<Utc>>,
    /// Status of that run.
    last_status: Option<RunStatus>,
    /// Why that run failed, or why the last time started none.
    error: Option<String>,
}

/// Response with a report.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = OneReport)]
pub(super) struct Answer {
    success: Success,
    report: ReportView,
    /// The logo as a `data:` address.
    logo: Option<String>,
    /// `null` if it is not scheduled.
    schedule: Option<ScheduleView>,
}

/// Returns the response with a report.
pub(super) async fn answer(state: &AppState, workspace_id: Uuid, id: Uuid) -> Result<Json<Answer>> {
    let found = super::find(state, workspace_id, id).await?;
    let logo = report::logo(&state.db, workspace_id, id).await?;
    let logo = logo.map(|(bytes, kind)| format!("data:{kind};base64,{}", BASE64_STANDARD.encode(bytes)));
    let schedule = scheduled(state, &found).await?;
    Ok(Json(Answer { success: Success, report: found.into(), logo, schedule }))
}

async fn scheduled(state: &AppState, found: &Report) -> Result<Option<ScheduleView>> {
    let Some(id) = found.schedule_id else { return Ok(None) };
    let Some(stored) = schedule::find(&state.db, found.workspace_id, id).await? else { return Ok(None) };
    let last = match stored.last_run_id {
        Some(run_id) => run::find(&state.db, found.workspace_id, run_id).await?,
        None => None,
    };
    let failure = last.as_ref().and_then(|run| run.error.as_ref()).map(|error| error.0.detail.clone());
    Ok(Some(ScheduleView {
        next_at: stored.next_at.filter(|_| !stored.paused),
        last_at: stored.last_at,
        last_status: last.map(|run| run.status),
        error: stored.skipped_reason.or(failure),
    }))
}
