//! The schedule of a website's crawls.

use axum::extract::State;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use shared::{
    domain::{crawl::CrawlPlan, now, run::RunKind, schedule::Schedule},
    store::{
        crawl,
        schedule::{self, NewSchedule, ScheduleChange},
        website, workspace,
    },
};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::create;
use crate::{
    error::{ApiError, FieldError, Result},
    extract::{Changes, Json, Member, Query, Success},
    routes::schedules::{self, first_tick_in},
    state::AppState,
};

/// Query parameters.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Params {
    website_id: Uuid,
}

/// When to crawl a website, and how.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = CrawlScheduleInput)]
pub(super) struct Input {
    crawl: create::Input,
    /// `daily`, `weekly`, `monthly` or a cron expression of five fields; `null` for no schedule.
    #[schema(examples("weekly", "30 6 * * 1"))]
    cron: Option<String>,
    /// Time zone of the expression. Default: UTC.
    #[serde(default = "utc")]
    #[schema(examples("Europe/Berlin"))]
    time_zone: String,
}

fn utc() -> String {
    "UTC".to_owned()
}

/// Schedule of a website's crawls.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CrawlSchedule)]
pub(super) struct View {
    id: Uuid,
    /// URL at which the crawls start.
    url: String,
    /// Settings of the crawler.
    settings: Value,
    /// Five fields: minute, hour, day of the month, month, day of the week (0 and 7 are Sunday).
    cron: String,
    time_zone: String,
    paused: bool,
    /// Time of the next crawl; `null` while paused.
    next_run_at: Option<DateTime<Utc>>,
    last_run_at: Option<DateTime<Utc>>,
    /// Last time that started no crawl, if none was started since.
    skipped_at: Option<DateTime<Utc>>,
    /// Why it started none.
    skipped_reason: Option<String>,
}

/// The schedule, if there is one.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = CrawlScheduleAnswer)]
pub(super) struct Answer {
    success: Success,
    /// `null` without a schedule.
    schedule: Option<View>,
}

/// Get the schedule of a website's crawls.
#[utoipa::path(
    get, path = "/api/crawls/schedule", tag = "crawls", params(Params), responses((status = 200, body = Answer))
)]
pub(super) async fn get(
    State(state): State<AppState>, member: Member, Query(params): Query<Params>,
) -> Result<Json<Answer>> {
    let found = website::find(&state.db, member.workspace_id, params.website_id).await?;
    let website = found.ok_or(ApiError::NotFound("website"))?;
    answer(&state, member.workspace_id, website.id).await
}

/// Schedule the crawls of a website.
///
/// Replaces the schedule; a website has at most one. Without `cron` the schedule is deleted. A time at which the previous
/// crawl still runs starts none. Requires an editor.
#[utoipa::path(
    put, path = "/api/crawls/schedule", tag = "crawls", request_body = Input, responses((status = 200, body = Answer))
)]
pub(super) async fn put(
    State(state): State<AppState>, member: Member<Changes>, Json(input): Json<Input>,
) -> Result<Json<Answer>> {
    if input.cron.is_some() && !state.settings.outside.fetches_pages {
        return Err(ApiError::SwitchedOff("The operator has switched off fetching pages."));
    }
    let workspace_id = member.workspace_id;
    let times = input.cron.as_deref().map(|cron| first_tick_in(RunKind::Crawl, cron, &input.time_zone)).transpose()?;
    let (website, plan) = create::plan(&state, workspace_id, input.crawl).await.map_err(inside)?;
    let payload = serde_json::to_value(plan).map_err(ApiError::unexpected)?;
    let name: String = format!("Crawl of {}", website.host).chars().take(100).collect();
    let time_zone = input.time_zone;
    let mut tx = state.db.begin().await?;
    workspace::lock(&mut tx, workspace_id).await?;
    match (crawl::scheduled(&mut tx, workspace_id, website.id).await?, times) {
        (Some(old), Some((cron, next_at))) => {
            schedule::update(&mut tx, workspace_id, old.id, &change(&old, payload, (cron, time_zone), next_at)).await?;
        }
        (Some(old), None) => {
            schedule::delete(&mut tx, workspace_id, old.id).await?;
        }
        (None, Some((cron, next_at))) => {
            schedules::check_room(&mut tx, workspace_id, "/cron").await?;
            let new = NewSchedule {
                workspace_id,
                user_id: member.caller.user_id,
                website_id: Some(website.id),
                kind: RunKind::Crawl,
                engine_id: None,
                action: None,
                payload,
                name,
                cron,
                time_zone,
                next_at,
            };
            schedule::insert(&mut tx, &new, now()).await?;
        }
        (None, None) => {}
    }
    tx.commit().await?;
    answer(&state, workspace_id, website.id).await
}

/// Names the fields of a crawl inside the request.
fn inside(error: ApiError) -> ApiError {
    match error {
        ApiError::Invalid(errors) => {
            let inside = |error: FieldError| FieldError::new(format!("/crawl{}", error.pointer), error.detail);
            ApiError::Invalid(errors.into_iter().map(inside).collect())
        }
        other => other,
    }
}

/// Returns the schedule with other settings and times. Saving it resumes it.
fn change(
    old: &Schedule, payload: Value, (cron, time_zone): (String, String), next_at: DateTime<Utc>,
) -> ScheduleChange {
    ScheduleChange {
        name: old.name.clone(),
        website_id: old.website_id,
        engine_id: None,
        action: None,
        payload,
        cron,
        time_zone,
        paused: false,
        next_at: Some(next_at),
    }
}

async fn answer(state: &AppState, workspace_id: Uuid, website_id: Uuid) -> Result<Json<Answer>> {
    let stored = crawl::scheduled(&state.db, workspace_id, website_id).await?;
    let schedule = stored.and_then(|stored| Some(view(CrawlPlan::of_schedule(&stored)?, stored)));
    Ok(Json(Answer { success: Success, schedule }))
}

fn view(plan: CrawlPlan, stored: Schedule) -> View {
    View {
        id: stored.id,
        url: plan.url,
        settings: plan.settings,
        cron: stored.cron,
        time_zone: stored.time_zone,
        paused: stored.paused,
        next_run_at: stored.next_at,
        last_run_at: stored.last_at,
        skipped_at: stored.skipped_at,
        skipped_reason: stored.skipped_reason,
    }
}
