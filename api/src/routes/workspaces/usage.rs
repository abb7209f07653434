//! What a workspace uses of the operator's limits.

use axum::extract::State;
use chrono::{DateTime, Utc};
use serde::Serialize;
use shared::{
    domain::{
        now,
        usage::{Usage, next_day},
    },
    store::usage,
};
use uuid::Uuid;

use crate::{
    error::Result,
    extract::{Caller, Json, Member, Path, Reads, Success},
    state::AppState,
};

/// The workspace's use and limits.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(as = WorkspaceUsage)]
pub struct Answer {
    success: Success,
    usage: UsageView,
}

/// Use and limits; a `null` maximum means that the operator sets no limit, and then runs and emails are not counted.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Usage)]
pub struct UsageView {
    /// Bytes of stored uploads, and 200 for each imported row.
    storage_bytes: i64,
    most_storage_bytes: Option<i64>,
    /// Runs that people and schedules started today (UTC).
    runs_today: i64,
    most_runs_per_day: Option<i64>,
    /// Invitations sent today (UTC).
    emails_today: i64,
    most_emails_per_day: Option<i64>,
    /// URLs of stored crawls, with the maximum of those under way.
    crawl_urls: i64,
    most_crawl_urls: Option<i64>,
    /// When the counts of today start again.
    resets_at: DateTime<Utc>,
}

/// Get use and limits.
///
/// Returns what a workspace uses of the limits that the operator sets for each workspace.
#[utoipa::path(
    get, path = "/api/workspaces/{id}/usage", tag = "workspaces", params(("id" = Uuid, Path)),
    responses((status = 200, body = Answer))
)]
pub async fn handler(State(state): State<AppState>, caller: Caller, Path(id): Path<Uuid>) -> Result<Json<Answer>> {
    let member = Member::<Reads>::admit(&state, caller, Some(id)).await?;
    let (at, limits) = (now(), state.settings.workspace);
    let Usage { storage_bytes, runs, emails, crawl_urls } = usage::find(&state.db, member.workspace_id, at).await?;
    let usage = UsageView {
        storage_bytes,
        most_storage_bytes: limits.storage_bytes,
        runs_today: runs,
        most_runs_per_day: limits.runs_per_day,
        emails_today: emails,
        most_emails_per_day: limits.emails_per_day,
        crawl_urls,
        most_crawl_urls: limits.crawl_urls,
        resets_at: next_day(at),
    };
    Ok(Json(Answer { success: Success, usage }))
}
