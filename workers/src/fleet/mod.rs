//! Worker process: its lanes, heartbeat, finisher and reconciler.

mod backend;
mod execute;
mod fetch;
mod finisher;
mod heartbeat;
mod lane;
mod outbox;
mod room;
mod share;
mod state;
mod watch;

use std::{sync::Arc, time::Duration};

use shared::{
    config::{Backends, FleetSettings},
    domain::{new_id, now},
    uploads::Uploads,
    vault::Vault,
};
use tokio_util::{sync::CancellationToken, task::TaskTracker};

use crate::{
    held::HeldRuns,
    models::SharedModel,
    reconciler::{self, Reconciler},
};
use outbox::Outbox;
use share::{Shares, Times};
use state::{Fleet, lanes};

/// Executes runs until `stop` is set; then finishes them within the grace period and releases the others.
pub async fn run(settings: FleetSettings, backends: Backends, stop: CancellationToken) {
    let uploads = Uploads::new(settings.upload_dir.clone(), &backends.db);
    let models = SharedModel::new(settings.model.clone());
    let (outbox, inbox) = Outbox::new();
    let held = HeldRuns::default();
    let shares = Shares::new(settings.interactive_slots, settings.batch_slots);
    let fleet = Arc::new(Fleet {
        id: new_id(),
        vault: settings.secret.as_ref().map(Vault::new),
        settings,
        backends,
        uploads,
        models,
        held,
        outbox,
        shares,
        times: Times::default(),
        stop: stop.clone(),
    });
    // Ends only after the last outcome is written.
    let end = CancellationToken::new();
    let tracker = TaskTracker::new();
    tracker.spawn(finisher::serve(fleet.clone(), inbox, end.clone()));
    tracker.spawn(heartbeat::serve(fleet.clone(), end.clone()));
    tracker.spawn(watch::controls(fleet.clone(), end.clone()));
    tracker.spawn(watch::progress(fleet.clone(), end.clone()));
    tracker.spawn(reconciler::serve(reconciler_of(&fleet)));
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

fn reconciler_of(fleet: &Fleet) -> Reconciler {
    Reconciler {
        worker_id: fleet.id,
        backends: fleet.backends.clone(),
        uploads: fleet.uploads.clone(),
        keep: fleet.settings.keep,
        workspace: fleet.settings.workspace,
        new_pages_per_day: fleet.settings.sites.new_pages_per_day,
        stop: fleet.stop.clone(),
    }
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
