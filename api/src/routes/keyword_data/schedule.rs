//! The schedule of a website's keyword data.

use axum::extract::State;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::json;
use shared::{
    domain::{keyword_data::KeywordOrder, now, run::RunKind, schedule::Schedule, website::Website},
    store::{
        Executor, keyword,
        schedule::{self, NewSchedule, ScheduleChange},
        workspace,
    },
};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::{create, input};
use crate::{
    error::{ApiError, FieldError, Result},
    extract::{Changes, Json, Member, Query, Success},
    routes::{
        admin::prices,
        schedules::{self, first_tick_in},
    },
    state::AppState,
};

/// Query parameters.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct Params {
    website_id: Uuid,
}

/// When to fetch keyword data, and which.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = KeywordDataScheduleInput)]
pub(super) struct Input {
    /// What each run fetches, and its budget. Default budget: the estimate.
    order: create::Input,
    /// `weekly`, `monthly` or a cron expression of five fields with at least 6 days between two runs; `null` for no
    /// schedule.
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

/// Schedule of a website's keyword data.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = KeywordDataSchedule)]
pub(super) struct View {
    id: Uuid,
    /// What each run fetches, and its budget in millionths of a dollar.
    order: KeywordOrder,
    /// Most that a run would cost now, in millionths of a dollar. A run stops at its budget.
    cost_micros: u64,
    /// Five fields: minute, hour, day of the month, month, day of the week (0 and 7 are Sunday).
    cron: String,
    time_zone: String,
    paused: bool,
    /// Time of the next run; `null` while paused.
    next_run_at: Option<DateTime<Utc>>,
    last_run_at: Option<DateTime<Utc>>,
    last_run_id: Option<Uuid>,
    /// Last time that started no run, if none was started since.
    skipped_at: Option<DateTime<Utc>>,
    /// Why it started none.
    skipped_reason: Option<String>,
}

/// The schedule, if there is one.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = KeywordDataScheduleAnswer)]
pub(super) struct Answer {
    success: Success,
    /// `null` without a schedule.
    schedule: Option<View>,
}

/// Get the schedule of a website's keyword data.
#[utoipa::path(
    get, path = "/api/keyword-data/schedule", tag = "keywords", operation_id = "keyword_data_schedule_get", params(Params),
    responses((status = 200, body = Answer))
)]
pub(super) async fn get(
    State(state): State<AppState>, member: Member, Query(params): Query<Params>,
) -> Result<Json<Answer>> {
    let website = super::website(&state, member.workspace_id, params.website_id).await?;
    answer(&state, member.workspace_id, website.id).await
}

/// Schedule the keyword data of a website.
///
/// Replaces the schedule; a website has at most one. Without `cron` the schedule is deleted. A run stops before the call that
/// its budget does not cover. A time without anything to fetch starts no run. Requires an editor.
#[utoipa::path(
    put, path = "/api/keyword-data/schedule", tag = "keywords", operation_id = "keyword_data_schedule_put",
    request_body = Input, responses((status = 200, body = Answer))
)]
pub(super) async fn put(
    State(state): State<AppState>, member: Member<Changes>, Json(input): Json<Input>,
) -> Result<Json<Answer>> {
    let workspace_id = member.workspace_id;
    let website = super::website(&state, workspace_id, input.order.website_id).await?;
    let Some(cron) = input.cron else {
        let mut tx = state.db.begin().await?;
        workspace::lock(&mut tx, workspace_id).await?;
        if let Some(old) = scheduled(&mut tx, workspace_id, website.id).await? {
            schedule::delete(&mut tx, workspace_id, old.id).await?;
        }
        tx.commit().await?;
        return Ok(Json(Answer { success: Success, schedule: None }));
    };
    let (cron, next_at) = first_tick_in(RunKind::KeywordData, &cron, &input.time_zone)?;
    let order = order(&state, &website, workspace_id, input.order).await.map_err(inside)?;
    let new = NewSchedule {
        workspace_id,
        user_id: member.caller.user_id,
        website_id: Some(website.id),
        kind: RunKind::KeywordData,
        engine_id: None,
        action: None,
        payload: json!(order),
        name: format!("Keyword data of {}", website.host).chars().take(100).collect(),
        cron,
        time_zone: input.time_zone,
        next_at,
    };
    store(&state, new, website.id).await?;
    answer(&state, workspace_id, website.id).await
}

/// Stores the schedule in the place of the website's schedule.
async fn store(state: &AppState, new: NewSchedule, website_id: Uuid) -> Result<()> {
    let workspace_id = new.workspace_id;
    let mut tx = state.db.begin().await?;
    workspace::lock(&mut tx, workspace_id).await?;
    if let Some(old) = scheduled(&mut tx, workspace_id, website_id).await? {
        schedule::update(&mut tx, workspace_id, old.id, &change(&old, new)).await?;
    } else {
        schedules::check_room(&mut tx, workspace_id, "/cron").await?;
        schedule::insert(&mut tx, &new, now()).await?;
    }
    tx.commit().await?;
    Ok(())
}

/// Returns the order with its budget. Unless a connection is chosen, each run uses the first that can.
async fn order(state: &AppState, website: &Website, workspace_id: Uuid, input: create::Input) -> Result<KeywordOrder> {
    let chosen = input.connection_id.clone().filter(|id| !id.is_empty());
    let connection = super::chosen(state, workspace_id, chosen.as_deref()).await?;
    let (mut order, budget) = input.order(website)?;
    if !order.is_filled() {
        return Err(ApiError::invalid("/keywords", "Choose what to fetch."));
    }
    let connection = connection.ok_or_else(|| {
        let detail = "No connection returns data on keywords. Connect DataForSEO first.";
        ApiError::Conflict(FieldError::new("/connectionId", detail))
    })?;
    order.connection_id = chosen.map(|_| connection.id);
    let cost = i64::try_from(cost(state, workspace_id, &order).await?).unwrap_or(i64::MAX);
    order.budget_micros = budget.unwrap_or(cost);
    if order.budget_micros == 0 {
        let detail = "Enter a budget: there is nothing to fetch yet, so the cost of a run cannot be estimated.";
        return Err(ApiError::invalid("/budgetMicros", detail));
    }
    Ok(order)
}

/// Returns the most that a run of the order would cost now, in millionths of a dollar.
async fn cost(state: &AppState, workspace_id: Uuid, order: &KeywordOrder) -> Result<u64> {
    let wanted = keyword::wanted(&state.db, workspace_id, order).await?;
    Ok(input::wanted(order, wanted.keywords.len()).cost(&prices::book(&state.db).await?).0)
}

/// Names the fields of an order inside the request.
fn inside(error: ApiError) -> ApiError {
    let inside = |error: FieldError| FieldError::new(format!("/order{}", error.pointer), error.detail);
    match error {
        ApiError::Invalid(errors) => ApiError::Invalid(errors.into_iter().map(inside).collect()),
        ApiError::Conflict(error) => ApiError::Conflict(inside(error)),
        other => other,
    }
}

/// Returns the schedule of a website's keyword data.
async fn scheduled(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Uuid,
) -> Result<Option<Schedule>> {
    let all = schedule::list(executor, workspace_id).await?;
    Ok(all.into_iter().find(|row| row.kind == RunKind::KeywordData && row.website_id == Some(website_id)))
}

/// Returns the schedule with another order and other times. Saving it resumes it.
fn change(old: &Schedule, new: NewSchedule) -> ScheduleChange {
    ScheduleChange {
        name: old.name.clone(),
        website_id: new.website_id,
        engine_id: None,
        action: None,
        payload: new.payload,
        cron: new.cron,
        time_zone: new.time_zone,
        paused: false,
        next_at: Some(new.next_at),
    }
}

async fn answer(state: &AppState, workspace_id: Uuid, website_id: Uuid) -> Result<Json<Answer>> {
    let stored = scheduled(&state.db, workspace_id, website_id).await?;
    let schedule = match stored {
        Some(stored) => Some(view(state, workspace_id, stored).await?),
        None => None,
    };
    Ok(Json(Answer { success: Success, schedule }))
}

async fn view(state: &AppState, workspace_id: Uuid, stored: Schedule) -> Result<View> {
    let order: KeywordOrder = serde_json::from_value(stored.payload.0).map_err(ApiError::unexpected)?;
    Ok(View {
        id: stored.id,
        cost_micros: cost(state, workspace_id, &order).await?,
        order,
        cron: stored.cron,
        time_zone: stored.time_zone,
        paused: stored.paused,
        next_run_at: stored.next_at,
        last_run_at: stored.last_at,
        last_run_id: stored.last_run_id,
        skipped_at: stored.skipped_at,
        skipped_reason: stored.skipped_reason,
    })
}
