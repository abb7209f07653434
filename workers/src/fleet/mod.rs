//! Worker process: its lanes, heartbeat, finisher and reconciler.

mod backend;
mod execute;
mod fetch;
mod finisher;
mod heartbeat;
mod held;
mod lane;
mod room;
mod watch;

pub(crate) use held::Holding;

use std::{sync::Arc, time::Duration};

use shared::{
    config::{Backends, FleetSettings},
    domain::{new_id, now, run::Lane},
    uploads::Uploads,
};
use tokio_util::{sync::CancellationToken, task::TaskTracker};
use uuid::Uuid;

use crate::models::Shelf;
use finisher::Finisher;
use held::HeldRuns;

/// State shared by the parts of a worker.
#[derive(Debug)]
pub(crate) struct Fleet {
    /// Generated at every start.
    pub(crate) id: Uuid,
    pub(crate) settings: FleetSettings,
    pub(crate) backends: Backends,
    pub(crate) uploads: Uploads,
    pub(crate) models: Shelf,
    pub(crate) held: HeldRuns,
    pub(crate) finisher: Finisher,
    /// Set when no new work may start.
    pub(crate) stop: CancellationToken,
}

/// Executes runs until `stop` is set; then finishes them within the grace period and releases the others.
pub async fn run(settings: FleetSettings, backends: Backends, stop: CancellationToken) {
    let uploads = Uploads::new(settings.upload_dir.clone(), &backends.db);
    let models = Shelf::new(settings.model.clone());
    let (finisher, inbox) = Finisher::new();
    let held = HeldRuns::default();
    let fleet =
        Arc::new(Fleet { id: new_id(), settings, backends, uploads, models, held, finisher, stop: stop.clone() });
    // Ends only after the last outcome is written.
    let end = CancellationToken::new();
    let tracker = TaskTracker::new();
    tracker.spawn(finisher::serve(fleet.clone(), inbox, end.clone()));
    tracker.spawn(heartbeat::serve(fleet.clone(), end.clone()));
    tracker.spawn(watch::controls(fleet.clone(), end.clone()));
    tracker.spawn(watch::progress(fleet.clone(), end.clone()));
    tracker.spawn(crate::reconciler::serve(fleet.clone()));
    let post = fleet.settings.post.clone();
    tracker.spawn(shared::mail::serve(fleet.backends.db.clone(), post, stop.clone()));
    let (guard, secret) = (fleet.settings.outside.guard.clone(), fleet.settings.secret.clone());
    tracker.spawn(crate::courier::serve(fleet.backends.clone(), guard, secret, stop.clone()));
    for (lane, slots) in lanes(&fleet.settings) {
        tracker.spawn(lane::serve(fleet.clone(), lane, slots));
    }
    tracing::info!(worker.id = %fleet.id, "the worker is ready");
    stop.cancelled().await;
    drain(&fleet).await;
    end.cancel();
    tracker.close();
    tracker.wait().await;
    let forgotten =
        shared::store::worker::forget(&fleet.backends.db, fleet.id, now() - chrono::Duration::hours(1)).await;
    if let Err(error) = forgotten {
        tracing::warn!(%error, "the worker could not sign off");
    }
    tracing::info!(worker.id = %fleet.id, "the worker has stopped");
}

/// Lanes of this worker with their slots.
pub(crate) fn lanes(settings: &FleetSettings) -> impl Iterator<Item = (Lane, usize)> {
    let both = [(Lane::Interactive, settings.interactive_slots), (Lane::Batch, settings.batch_slots)];
    both.into_iter().filter(|(_, slots)| *slots > 0)
}

/// Waits for running runs, then releases those that do not finish in time.
async fn drain(fleet: &Fleet) {
    if fleet.held.wait_empty(fleet.settings.grace).await {
        return;
    }
    tracing::info!(runs = fleet.held.len(), "giving back runs that are not done in time");
    fleet.held.release_all();
    if !fleet.held.wait_empty(Duration::from_secs(5)).await {
        tracing::warn!(runs = fleet.held.len(), "some runs did not let go; others take them up when their lease ends");
    }
}
