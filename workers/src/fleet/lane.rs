//! A lane of a worker: a fetcher that claims, and the apalis worker that executes.

use std::sync::Arc;

use apalis::prelude::WorkerBuilder;
use shared::domain::run::Lane;
use tokio::sync::mpsc;

use super::{backend::ClaimedRuns, execute, fetch, room::Room, state::Fleet};

/// Serves a lane with `slots` concurrent runs until the worker stops.
pub(super) async fn serve(fleet: Arc<Fleet>, lane: Lane, slots: usize) {
    let (claimed, runs) = mpsc::channel(slots);
    let fetcher = tokio::spawn(fetch::serve(fleet.clone(), lane, Arc::new(Room::new(slots)), claimed));
    let worker = WorkerBuilder::new(format!("{lane}-{}", fleet.id))
        .backend(ClaimedRuns(runs))
        .data(fleet.clone())
        .build(execute::execute);
    if let Err(error) = worker.run().await {
        tracing::error!(%error, run.lane = %lane, "the worker frame ended with an error");
    }
    if let Err(error) = fetcher.await {
        tracing::error!(%error, run.lane = %lane, "the fetcher ended with an error");
    }
}
