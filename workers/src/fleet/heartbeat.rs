//! Heartbeats, which extend the leases of this worker's runs.

use std::{collections::HashSet, sync::Arc};

use shared::{
    domain::now,
    store::{run, worker, worker::WorkerRow},
};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::state::{Fleet, lanes};

/// Sends three heartbeats per lease until `end`.
pub(super) async fn serve(fleet: Arc<Fleet>, end: CancellationToken) {
    let mut row = row(&fleet);
    let mut tick = tokio::time::interval(fleet.settings.lease / 3);
    tick.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            () = end.cancelled() => return,
            _ = tick.tick() => {}
        }
        row.busy = i32::try_from(fleet.held.len()).unwrap_or(i32::MAX);
        row.heartbeat_at = now();
        if let Err(error) = worker::heartbeat(&fleet.backends.db, &row).await {
            tracing::warn!(%error, "the worker could not say that it is alive");
        }
        update_shares(&fleet).await;
        beat_runs(&fleet).await;
    }
}

/// Shares out the slots of the workers that are alive, and stores the measured durations.
async fn update_shares(fleet: &Fleet) {
    match worker::list(&fleet.backends.db, now() - fleet.settings.lease).await {
        Ok(workers) => fleet.shares.update(&workers),
        Err(error) => tracing::warn!(%error, "the other workers could not be counted"),
    }
    if let Err(error) = run::add_times(&fleet.backends.db, &fleet.times.drain()).await {
        tracing::warn!(%error, "durations of runs could not be stored");
    }
}

async fn beat_runs(fleet: &Fleet) {
    let held = fleet.held.beats();
    let beats = match run::beat(&fleet.backends.db, &held, now() + fleet.settings.lease).await {
        Ok(beats) => beats,
        Err(error) => return tracing::warn!(%error, runs = held.len(), "leases could not be extended"),
    };
    for beat in beats.iter().filter(|beat| beat.cancel_requested) {
        fleet.held.stop(beat.id);
    }
    let ours: HashSet<Uuid> = beats.iter().map(|beat| beat.id).collect();
    for lost in held.iter().filter(|run| !ours.contains(&run.id)) {
        drop_if_lost(fleet, lost.id, lost.attempt).await;
    }
}

/// An attempt that the heartbeat did not find has just ended here, or a later one has begun, on any worker; in that case
/// this worker stops it.
async fn drop_if_lost(fleet: &Fleet, id: Uuid, attempt: i32) {
    let Ok(Some(run)) = run::find_any(&fleet.backends.db, id).await else { return };
    if run.attempt != attempt {
        tracing::warn!(run.id = %id, run.attempt = attempt, "the attempt was lost");
        fleet.held.stop_lost(id, attempt);
    }
}

fn row(fleet: &Fleet) -> WorkerRow {
    let lanes: Vec<_> = lanes(&fleet.settings).collect();
    WorkerRow {
        id: fleet.id,
        host: host(),
        pid: i64::from(std::process::id()),
        lanes: lanes.iter().map(|(lane, _)| *lane).collect(),
        slots: i32::try_from(lanes.iter().map(|(_, slots)| slots).sum::<usize>()).unwrap_or(i32::MAX),
        busy: 0,
        started_at: now(),
        heartbeat_at: now(),
    }
}

fn host() -> String {
    std::fs::read_to_string("/etc/hostname").map_or_else(|_| "unknown".to_owned(), |name| name.trim().to_owned())
}
