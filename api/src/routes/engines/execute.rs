//! Starts an engine run.

use ::engines::{ActionId, common::EngineId};
use axum::{extract::State, response::Response};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use shared::{
    domain::run::{NewRun, Run, RunKind},
    store,
};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    check,
    data::{self, Data},
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

/// Action, website, parameters and input.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
#[schema(as = ExecuteEngine)]
pub(crate) struct Input {
    /// One of the engine's `actions`. Default: the first.
    action: Option<String>,
    /// Website to analyse. Default: the website with the latest import.
    website_id: Option<Uuid>,
    /// Parameters as described by the engine; all have defaults.
    #[schema(value_type = Option<Object>)]
    parameters: Option<Value>,
    /// Input of the engine; overrides the data of the website.
    #[schema(value_type = Option<Object>)]
    input: Option<Map<String, Value>>,
}

impl Input {
    /// Input for an action on a website.
    pub(crate) fn of(action: &str, website_id: Option<Uuid>, parameters: Option<Value>) -> Self {
        Self { action: Some(action.to_owned()), website_id, parameters, input: None }
    }
}

/// The engine with its current status, and the run.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = EngineExecution)]
pub(super) struct Answer {
    success: Success,
    engine: EngineView,
    run: RunView,
}

/// Start an engine run.
///
/// Waits up to 10 seconds for it, or `Prefer: wait=N`.
#[utoipa::path(
    post, path = "/api/intelligence-engines/{id}/execute", tag = "engines", request_body = Input,
    params(("id" = String, Path), ("Idempotency-Key" = Option<String>, Header), ("Prefer" = Option<String>, Header)),
    responses((status = 200, body = Answer, description = "The run has finished."), (status = 202, body = Answer, description = "The run is in progress."))
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

/// Starts an engine run. Common path of all requests.
pub(crate) async fn start(
    state: &AppState, member: &Member<Changes>, id: &str, input: Input, key: Option<String>,
) -> Result<Run> {
    key.as_deref().map(key::check).transpose()?;
    let new = NewRun { idempotency_key: key, ..prepare(state, member, id, input).await? };
    start::start(state, &new).await
}

/// Checks the input and prepares the effect that creates the run.
pub(crate) async fn prepare(state: &AppState, member: &Member<Changes>, id: &str, input: Input) -> Result<NewRun> {
    let engine = engine(id)?;
    let action = action(engine, input.action)?;
    let parameters = input.parameters.unwrap_or_else(|| json!({}));
    check::parameters(action, &parameters)?;
    let given = input.input.unwrap_or_default();
    check::input(action, &given)?;
    let website_id = website(state, member.workspace_id, action, input.website_id, given.is_empty()).await?;
    let payload = json!({"parameters": parameters, "input": given});
    Ok(NewRun {
        website_id,
        engine_id: Some(engine.as_str().to_owned()),
        action: Some(action.info().name.to_owned()),
        ..NewRun::new(member.workspace_id, member.caller.user_id, RunKind::Engine, payload)
    })
}

/// Returns the requested action. Default: the engine's first.
fn action(engine: EngineId, wanted: Option<String>) -> Result<ActionId> {
    match wanted {
        Some(name) => data::action(engine, &name),
        None => ActionId::of(engine).next().ok_or(ApiError::NotFound("action")),
    }
}

fn needs_data(data: &Data, action: ActionId) -> ApiError {
    let missing = data.missing(action).into_iter().map(need::Need::from);
    ApiError::EngineNeedsData(
        missing.map(|need| FieldError::new(format!("/needs/{}", need.kind), need.label)).collect(),
    )
}

/// Returns the website to analyse, which must have the action's data unless the caller gives the input. Some actions
/// require no website.
async fn website(
    state: &AppState, workspace_id: Uuid, action: ActionId, wanted: Option<Uuid>, must_have_data: bool,
) -> Result<Option<Uuid>> {
    let found = match wanted {
        Some(id) => {
            Some(store::website::find(&state.db, workspace_id, id).await?.ok_or(ApiError::NotFound("website"))?)
        }
        None => match data::newest(&state.db, workspace_id).await? {
            // A scan keeps to the trade and country of a website, also of one without data.
            None if action.info().engine == EngineId::Local => data::latest(&state.db, workspace_id).await?,
            found => found,
        },
    };
    let id = found.map(|website| website.id);
    let data = data::read(&state.db, workspace_id, id).await?;
    let has_data = data.missing(action).is_empty();
    if must_have_data && !has_data { Err(needs_data(&data, action)) } else { Ok(id) }
}
