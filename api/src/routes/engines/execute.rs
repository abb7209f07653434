//! Setting an engine to work.

use ::engines::{
    common::{EngineError, EngineId},
    keyword,
};
use axum::{extract::State, response::Response};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use shared::{
    domain::run::{NewRun, Run, RunKind},
    store,
};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    data::{self, actions},
    engine, need,
    view::{self, EngineView},
};
use crate::{
    error::{ApiError, FieldError, Result},
    extract::{Changes, Json, Member, Path, Success},
    routes::runs::{
        key::{self, IdempotencyKey},
        start,
        view::RunView,
        wait::{self, Prefer, Waiter},
    },
    state::AppState,
};

/// What the engine is to do.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
#[schema(as = ExecuteEngine)]
pub(crate) struct Input {
    /// One of the engine's `actions`; its first unless given.
    action: Option<String>,
    /// The website to work on; the one whose searches were imported last unless given.
    website_id: Option<Uuid>,
    /// As the engine's parameters describe them; all have defaults.
    #[schema(value_type = Option<Object>)]
    parameters: Option<Value>,
}

/// The engine as it stands, and the run.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = EngineExecution)]
pub(super) struct Answer {
    success: Success,
    engine: EngineView,
    run: RunView,
}

/// Sets an engine to work and waits for it, 10 seconds unless `Prefer: wait=N` says otherwise.
#[utoipa::path(
    post, path = "/api/intelligence-engines/{id}/execute", tag = "engines", request_body = Input,
    params(("id" = String, Path), ("Idempotency-Key" = Option<String>, Header), ("Prefer" = Option<String>, Header)),
    responses((status = 200, body = Answer, description = "The run has ended."), (status = 202, body = Answer, description = "The run is at work."))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member<Changes>, Path(id): Path<String>,
    IdempotencyKey(key): IdempotencyKey, prefer: Prefer, Json(input): Json<Input>,
) -> Result<Response> {
    let wait = prefer.or_seconds(10);
    let waiter = Waiter::new(&state, member.caller.user_id, wait);
    let run = start(&state, &member, &id, input, key).await?;
    let run = waiter.ended(&state, run).await?;
    let engine = view::one(&state.db, member.workspace_id, run.website_id, engine(&id)?).await?;
    Ok(wait::answer(run.status.is_final(), wait, Answer { success: Success, engine, run: run.into() }))
}

/// Starts a run of an engine: the one way, whichever door the request came through.
pub(crate) async fn start(
    state: &AppState, member: &Member<Changes>, id: &str, input: Input, key: Option<String>,
) -> Result<Run> {
    let engine = engine(id)?;
    key.as_deref().map(key::check).transpose()?;
    let action = action(engine, input.action)?;
    let parameters = input.parameters.unwrap_or_else(|| json!({}));
    check(engine, &parameters)?;
    let website_id = website(state, member.workspace_id, engine, input.website_id).await?;
    let payload = json!({"parameters": parameters});
    let new = NewRun {
        website_id: Some(website_id),
        engine_id: Some(engine.as_str().to_owned()),
        action: Some(action),
        idempotency_key: key,
        ..NewRun::new(member.workspace_id, member.caller.user_id, RunKind::Engine, payload)
    };
    start::start(state, &new).await
}

fn action(engine: EngineId, wanted: Option<String>) -> Result<String> {
    let Some(default) = actions(engine).first() else { return Err(needs_data(engine)) };
    let wanted = wanted.unwrap_or_else(|| (*default).to_owned());
    if actions(engine).contains(&wanted.as_str()) {
        return Ok(wanted);
    }
    let detail = format!("is none of what this engine can do now: {}", actions(engine).join(", "));
    Err(ApiError::invalid("/action", detail))
}

fn needs_data(engine: EngineId) -> ApiError {
    let needs = need::of(engine).into_iter();
    ApiError::EngineNeedsData(needs.map(|need| FieldError::new(format!("/needs/{}", need.kind), need.label)).collect())
}

/// Parameters are checked at the door by the engine's own rules.
fn check(engine: EngineId, parameters: &Value) -> Result<()> {
    if engine != EngineId::Keyword {
        return Ok(());
    }
    let given = serde_path_to_error::deserialize::<_, keyword::Parameters>(parameters).map_err(|error| {
        let path = error.path().to_string();
        let path = if path == "." { String::new() } else { format!("/{}", path.replace('.', "/")) };
        ApiError::invalid(format!("/parameters{path}"), error.into_inner().to_string())
    })?;
    given.check().map(|_| ()).map_err(|error| match error {
        EngineError::InvalidParameter { field, problem } => ApiError::invalid(format!("/parameters/{field}"), problem),
        other => ApiError::invalid("/parameters", other.to_string()),
    })
}

/// The website to work on, which must have data.
async fn website(state: &AppState, workspace_id: Uuid, engine: EngineId, wanted: Option<Uuid>) -> Result<Uuid> {
    let Some(id) = wanted else {
        let newest = data::newest(&state.db, workspace_id).await?;
        return newest.map(|website| website.id).ok_or_else(|| needs_data(engine));
    };
    store::website::find(&state.db, workspace_id, id).await?.ok_or(ApiError::NotFound("website"))?;
    let data = data::read(&state.db, workspace_id, Some(id)).await?;
    if data.suffices(engine) { Ok(id) } else { Err(needs_data(engine)) }
}
