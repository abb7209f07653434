//! Starts a run of a kind without its own operation.

use axum::{extract::State, response::Response};
use serde::Deserialize;
use serde_json::Value;
use shared::{
    domain::{
        run::{Lane, NewRun, Run, RunKind, StartedBy},
        user::Role,
    },
    store::run,
};
use utoipa::ToSchema;

use super::{
    get::Answer,
    key::IdempotencyKey,
    start,
    wait::{self, Prefer, Waiter},
};
use crate::{
    error::{ApiError, Result},
    extract::{Changes, Json, Member},
    state::AppState,
};

/// Maximum number of children in a request.
const MOST_CHILDREN: u32 = 100_000;

/// Kind, payload and lane of the run.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schema(as = NewRun)]
pub(super) struct Input {
    /// `probe`: a self-test of the fleet, for administrators.
    #[schema(examples("probe"))]
    kind: RunKind,
    /// Payload of the run.
    #[serde(default)]
    #[schema(value_type = Option<Object>)]
    payload: Option<Value>,
    /// Lane: `interactive` or `batch`. Default: the lane of the kind.
    lane: Option<Lane>,
    /// Number of runs to start as children of one run, 1 to 100,000.
    children: Option<u32>,
}

/// Start a run.
///
/// Runs of engines and imports are started by their own operations.
#[utoipa::path(
    post, path = "/api/runs", tag = "runs", request_body = Input,
    params(("Idempotency-Key" = Option<String>, Header), ("Prefer" = Option<String>, Header)),
    responses((status = 200, body = Answer), (status = 202, body = Answer))
)]
pub(super) async fn handler(
    State(state): State<AppState>, member: Member<Changes>, IdempotencyKey(key): IdempotencyKey, prefer: Prefer,
    Json(input): Json<Input>,
) -> Result<Response> {
    check(&member, &input, key.is_some())?;
    let wait = prefer.or_seconds(0);
    let waiter = Waiter::new(&state, member.caller.user_id, wait);
    let new = new_run(&member, &input, key);
    let run = match input.children {
        Some(children) => start_parent(&state, &member, new, children).await?,
        None => start::start(&state, &new).await?,
    };
    let run = waiter.ended(&state, run).await?;
    Ok(wait::answer(run.status.is_final(), wait, Answer::from(run)))
}

fn check(member: &Member<Changes>, input: &Input, has_key: bool) -> Result<()> {
    if input.kind.policy().started_by != StartedBy::ScheduleOrAdministrator {
        let detail = format!("runs of kind '{}' are started by their own endpoint", input.kind);
        return Err(ApiError::invalid("/kind", detail));
    }
    if member.caller.role != Role::Admin {
        return Err(ApiError::Forbidden("Only an administrator may start a self-test."));
    }
    if input.payload.as_ref().is_some_and(|payload| !payload.is_object()) {
        return Err(ApiError::invalid("/payload", "must be an object"));
    }
    match input.children {
        Some(0) => Err(ApiError::invalid("/children", "must be at least 1")),
        Some(n) if n > MOST_CHILDREN => Err(ApiError::invalid("/children", format!("must be at most {MOST_CHILDREN}"))),
        Some(_) if has_key => Err(ApiError::invalid("/Idempotency-Key", "is not supported for a run with children")),
        _ => Ok(()),
    }
}

fn new_run(member: &Member<Changes>, input: &Input, key: Option<String>) -> NewRun {
    let payload = input.payload.clone().unwrap_or_else(|| serde_json::json!({}));
    let mut new = NewRun::new(member.workspace_id, member.caller.user_id, input.kind, payload);
    new.lane = input.lane.unwrap_or(new.lane);
    new.idempotency_key = key;
    new
}

async fn start_parent(state: &AppState, member: &Member<Changes>, child: NewRun, children: u32) -> Result<Run> {
    let mut parent = NewRun::new(
        member.workspace_id,
        member.caller.user_id,
        RunKind::Batch,
        serde_json::json!({"kind": child.kind}),
    );
    parent.lane = child.lane;
    let children: Vec<NewRun> = (0..children)
        .map(|_| NewRun { id: shared::domain::new_id(), parent_id: Some(parent.id), ..child.clone() })
        .collect();
    let (run, due) = run::insert_parent(&state.db, state.settings.workspace, &parent, &children).await?;
    if let Err(error) = state.queue.deliver(child.lane, &due).await {
        tracing::warn!(%error, "runs were stored but not delivered; the reconciler will");
    }
    Ok(run)
}
