//! Updates a schedule.

use axum::extract::State;
use serde::Deserialize;
use serde_json::Value;
use shared::{
    domain::{now, run::RunKind, schedule::Schedule},
    store::schedule::{self, ScheduleChange},
};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{body, create::named, view::Answer};
use crate::{
    error::{ApiError, Result},
    extract::{Changes, Json, Member, Path},
    routes::engines::execute,
    state::AppState,
};

/// Changed fields; omitted fields are unchanged.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[schema(as = ScheduleChanges)]
pub(super) struct Input {
    /// At most 100 characters.
    name: Option<String>,
    engine_id: Option<String>,
    action: Option<String>,
    website_id: Option<Uuid>,
    #[schema(value_type = Option<Object>)]
    parameters: Option<Value>,
    /// Five fields, such as `30 6 * * 1`, or `hourly`, `daily`, `weekly` or `monthly`.
    cron: Option<String>,
    time_zone: Option<String>,
    /// `true` pauses the schedule; `false` resumes it with the next tick.
    paused: Option<bool>,
}

/// Change or pause a schedule.
///
/// Requires an editor. A running run continues.
#[utoipa::path(
    patch, path = "/api/schedules/{id}", tag = "schedules", request_body = Input, params(("id" = Uuid, Path)),
    responses((status = 200, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member<Changes>, Path(id): Path<Uuid>, Json(input): Json<Input>,
) -> Result<Json<Answer>> {
    let missing = || ApiError::NotFound("schedule");
    let stored = schedule::find(&state.db, member.workspace_id, id).await?.ok_or_else(missing)?;
    let change = changed(&state, &member, stored, input).await?;
    if !schedule::update(&state.db, member.workspace_id, id, &change).await? {
        return Err(missing());
    }
    let stored = schedule::find(&state.db, member.workspace_id, id).await?.ok_or_else(missing)?;
    Ok(Json(stored.into()))
}

async fn changed(state: &AppState, member: &Member<Changes>, stored: Schedule, input: Input) -> Result<ScheduleChange> {
    let changes_engine = input.engine_id.is_some() || input.action.is_some() || input.parameters.is_some();
    let changes_run = changes_engine || input.website_id.is_some();
    if changes_run && stored.kind != RunKind::Engine {
        let detail = "This schedule runs no engine. Only its name and its times can be changed.";
        return Err(ApiError::invalid("/engineId", detail));
    }
    let cron = input.cron.as_deref().map_or_else(|| stored.cron.clone(), body::expression);
    let time_zone = input.time_zone.clone().unwrap_or_else(|| stored.time_zone.clone());
    let next_at = body::first_tick(stored.kind, &cron, &time_zone, now())?;
    let paused = input.paused.unwrap_or(stored.paused);
    let name = input.name.as_deref().map_or_else(|| Ok(stored.name.clone()), body::name)?;
    let mut change = ScheduleChange {
        name,
        website_id: stored.website_id,
        engine_id: stored.engine_id,
        action: stored.action,
        payload: stored.payload.0,
        cron,
        time_zone,
        paused,
        next_at: (!paused).then_some(next_at),
    };
    if changes_run {
        let engine = input.engine_id.or_else(|| change.engine_id.clone()).unwrap_or_default();
        let action = input.action.or_else(|| change.action.clone()).unwrap_or_default();
        let parameters = input.parameters.or_else(|| change.payload.get("parameters").cloned());
        let wanted = execute::Input::of(&action, input.website_id.or(change.website_id), parameters);
        let run = execute::prepare(state, member, &engine, wanted).await.map_err(named)?;
        (change.website_id, change.engine_id, change.action) = (run.website_id, run.engine_id, run.action);
        change.payload = run.payload;
    }
    Ok(change)
}
