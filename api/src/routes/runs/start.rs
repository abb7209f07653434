//! Creates a run: stores its row, then delivers its id to the queue.

use serde_json::json;
use shared::{
    domain::run::{NewRun, Run, RunKind},
    events,
    store::run::{self, Inserted},
};

use crate::{
    error::{ApiError, FieldError},
    state::AppState,
};

/// Stores a run and delivers it. A repeated key with the same request returns the first run.
/// # Errors
/// Returns an error if a query fails, or [`ApiError::Conflict`] if the key was used for a different request.
pub(crate) async fn start(state: &AppState, new: &NewRun) -> Result<Run, ApiError> {
    let limits = state.settings.workspace;
    if limits.runs_per_day.is_none() {
        let inserted = run::insert(&state.db, new).await?;
        return started(state, new, inserted).await;
    }
    let mut tx = state.db.begin().await?;
    let inserted = run::insert_counted(&mut tx, limits, new).await?;
    tx.commit().await?;
    started(state, new, inserted).await
}

/// Delivers a run that was stored in a committed transaction.
/// # Errors
/// Same as [`start`], without store errors.
pub(crate) async fn started(state: &AppState, new: &NewRun, inserted: Inserted) -> Result<Run, ApiError> {
    let Inserted { run, fresh } = inserted;
    if !fresh {
        return same_request(new, run);
    }
    deliver(state, std::slice::from_ref(&run)).await;
    tell_engine(state, &run);
    Ok(run)
}

fn same_request(new: &NewRun, first: Run) -> Result<Run, ApiError> {
    let is_same = first.kind == new.kind
        && first.engine_id == new.engine_id
        && first.action == new.action
        && first.website_id == new.website_id
        && first.payload.0 == new.payload;
    if is_same {
        return Ok(first);
    }
    let detail = "This key was already used for another request. Use a new key.";
    Err(ApiError::Conflict(FieldError::new("/Idempotency-Key", detail)))
}

/// Delivers stored runs. A failure is only logged, because the reconciler delivers the rest.
pub(crate) async fn deliver(state: &AppState, runs: &[Run]) {
    for lane in shared::domain::run::Lane::ALL {
        let due: Vec<_> = runs.iter().filter(|run| run.lane == *lane).map(Run::delivery).collect();
        if let Err(error) = state.queue.deliver(*lane, &due).await {
            tracing::warn!(%error, queue.lane = %lane, "runs were stored but not delivered; the reconciler will");
        }
    }
}

/// Notifies the workspace of a queued engine run.
fn tell_engine(state: &AppState, run: &Run) {
    if run.kind == RunKind::Engine {
        let engine = json!({
            "id": run.engine_id, "status": "queued", "action": run.action, "runId": run.id,
            "websiteId": run.website_id,
        });
        events::publish(&state.bus, run.workspace_id, "engine:status", json!({"engine": engine}));
    }
}
