//! Creates a schedule.

use axum::{extract::State, http::StatusCode};
use serde::Deserialize;
use serde_json::Value;
use shared::{
    domain::{now, run::RunKind},
    store::{
        schedule::{self, NewSchedule},
        workspace,
    },
};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{body, view::Answer};
use crate::{
    error::{ApiError, Result},
    extract::{Changes, Json, Member},
    routes::engines::execute,
    state::AppState,
};

/// A new schedule.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = NewSchedule)]
pub(super) struct Input {
    /// At most 100 characters.
    #[serde(default)]
    name: String,
    /// Engine.
    #[schema(examples("keyword"))]
    engine_id: String,
    /// One of the engine's `actions`.
    action: String,
    /// Website. Default: the website with the latest import.
    website_id: Option<Uuid>,
    /// Parameters as described by the engine; all have defaults.
    #[schema(value_type = Option<Object>)]
    parameters: Option<Value>,
    /// Five fields, such as `30 6 * * 1`, or `hourly`, `daily`, `weekly` or `monthly`.
    #[schema(examples("weekly", "30 6 * * 1"))]
    cron: String,
    /// Time zone of the expression.
    #[serde(default = "utc")]
    #[schema(examples("Europe/Berlin"))]
    time_zone: String,
}

fn utc() -> String {
    "UTC".to_owned()
}

/// Create a schedule.
///
/// Its runs are started on behalf of the caller. Runs must be at least 15 minutes apart, and a workspace has at most 50
/// schedules. Requires an editor.
#[utoipa::path(
    post, path = "/api/schedules", tag = "schedules", request_body = Input, responses((status = 201, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member<Changes>, Json(input): Json<Input>,
) -> Result<(StatusCode, Json<Answer>)> {
    let name = body::name(&input.name)?;
    let cron = body::expression(&input.cron);
    let next_at = body::first_tick(RunKind::Engine, &cron, &input.time_zone, now())?;
    let wanted = execute::Input::of(&input.action, input.website_id, input.parameters);
    let run = execute::prepare(&state, &member, &input.engine_id, wanted).await.map_err(named)?;
    let new = NewSchedule {
        workspace_id: member.workspace_id,
        user_id: member.caller.user_id,
        website_id: run.website_id,
        kind: run.kind,
        engine_id: run.engine_id,
        action: run.action,
        payload: run.payload,
        name,
        cron,
        time_zone: input.time_zone,
        next_at,
    };
    let mut tx = state.db.begin().await?;
    workspace::lock(&mut tx, member.workspace_id).await?;
    super::check_room(&mut tx, member.workspace_id, "").await?;
    let id = schedule::insert(&mut tx, &new, now()).await?;
    tx.commit().await?;
    let made = schedule::find(&state.db, member.workspace_id, id).await?.ok_or(ApiError::NotFound("schedule"))?;
    Ok((StatusCode::CREATED, Json(made.into())))
}

/// An unknown engine is an error of a field here, not of the path.
pub(super) fn named(error: ApiError) -> ApiError {
    match error {
        ApiError::NotFound("engine") => ApiError::invalid("/engineId", "must be one of the eleven engines"),
        other => other,
    }
}
