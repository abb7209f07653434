//! Runs that this worker holds.

use std::{
    collections::HashMap,
    sync::Arc,
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use shared::{
    bus::Bus,
    domain::run::{Progress, Run},
    events,
    store::{event::StoredEvent, run::Held},
};
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

/// Minimum interval of progress notifications per run.
const BETWEEN_PROGRESS: Duration = Duration::from_millis(100);

/// A running run.
#[derive(Debug)]
pub(crate) struct Holding {
    pub(crate) run: Run,
    /// Set when its work must stop.
    pub(crate) stop: CancellationToken,
    /// True to release it instead of cancelling it.
    release: AtomicBool,
    progress: Mutex<Told>,
    bus: Bus,
}

#[derive(Debug, Default)]
struct Told {
    now: Progress,
    /// Time of the last notification, and whether there is unsent progress.
    at: Option<Instant>,
    news: bool,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Holding {
    pub(crate) fn new(run: Run, bus: Bus) -> Self {
        let stop = CancellationToken::new();
        let release = AtomicBool::new(false);
        Self { run, stop, release, progress: Mutex::default(), bus }
    }

    pub(crate) fn progress(&self, percent: i32, stage: &str, message: &str) {
        let mut told = lock(&self.progress);
        told.now = Progress { percent: percent.clamp(0, 100), stage: stage.to_owned(), message: message.to_owned() };
        told.news = true;
        self.tell(&mut told);
    }

    /// Sends an event that is not stored.
    pub(crate) fn publish(&self, r#type: &str, payload: serde_json::Value) {
        events::publish(&self.bus, self.run.workspace_id, r#type, payload);
    }

    /// Sends stored events.
    pub(crate) fn publish_stored(&self, stored: Vec<StoredEvent>) {
        events::publish_stored(&self.bus, stored);
    }

    /// Sends delayed progress.
    pub(crate) fn tell_late(&self) {
        let mut told = lock(&self.progress);
        if told.news {
            self.tell(&mut told);
        }
    }

    fn tell(&self, told: &mut Told) {
        let now = Instant::now();
        if told.at.is_some_and(|at| now.duration_since(at) < BETWEEN_PROGRESS) {
            return;
        }
        told.at = Some(now);
        told.news = false;
        events::publish_progress(&self.bus, &self.run, &told.now);
    }

    /// Sends the last progress at once.
    pub(crate) fn tell_last(&self) {
        let mut told = lock(&self.progress);
        if std::mem::take(&mut told.news) {
            events::publish_progress(&self.bus, &self.run, &told.now);
        }
    }

    /// Releases the run for another worker.
    pub(crate) fn release(&self) {
        self.release.store(true, Ordering::Relaxed);
        self.stop.cancel();
    }

    pub(crate) fn is_released(&self) -> bool {
        self.release.load(Ordering::Relaxed)
    }
}

/// All running runs.
#[derive(Debug, Default)]
pub(crate) struct HeldRuns {
    runs: Mutex<HashMap<Uuid, Arc<Holding>>>,
    emptied: Notify,
}

impl HeldRuns {
    /// Adds an attempt. An earlier one of the same run, which was lost, stops.
    pub(crate) fn insert(&self, holding: Arc<Holding>) {
        if let Some(earlier) = lock(&self.runs).insert(holding.run.id, holding) {
            earlier.stop.cancel();
        }
    }

    /// Removes an attempt, unless a later one has replaced it.
    pub(crate) fn remove(&self, id: Uuid, attempt: i32) {
        let mut runs = lock(&self.runs);
        if runs.get(&id).is_some_and(|holding| holding.run.attempt == attempt) {
            runs.remove(&id);
        }
        if runs.is_empty() {
            self.emptied.notify_waiters();
        }
    }

    pub(crate) fn len(&self) -> usize {
        lock(&self.runs).len()
    }

    pub(crate) fn all(&self) -> Vec<Arc<Holding>> {
        lock(&self.runs).values().cloned().collect()
    }

    /// Stops a run, if this worker has it.
    pub(crate) fn stop(&self, id: Uuid) {
        if let Some(holding) = lock(&self.runs).get(&id) {
            holding.stop.cancel();
        }
    }

    /// Stops an attempt that this worker has lost, but not a later one that it may hold by now: a run that is stopped
    /// without being lost counts as cancelled.
    pub(crate) fn stop_lost(&self, id: Uuid, attempt: i32) {
        if let Some(holding) = lock(&self.runs).get(&id).filter(|holding| holding.run.attempt == attempt) {
            holding.stop.cancel();
        }
    }

    /// Releases all runs.
    pub(crate) fn release_all(&self) {
        for holding in lock(&self.runs).values() {
            holding.release();
        }
    }

    /// Returns the heartbeats to write.
    pub(crate) fn beats(&self) -> Vec<Held> {
        let holdings = self.all();
        let beat = |holding: &Arc<Holding>| Held {
            id: holding.run.id,
            attempt: holding.run.attempt,
            progress: lock(&holding.progress).now.clone(),
        };
        holdings.iter().map(beat).collect()
    }

    /// Waits until no run is left; returns false after `at_most`.
    pub(crate) async fn wait_empty(&self, at_most: Duration) -> bool {
        let empty = async {
            loop {
                let emptied = self.emptied.notified();
                if lock(&self.runs).is_empty() {
                    return;
                }
                emptied.await;
            }
        };
        tokio::time::timeout(at_most, empty).await.is_ok()
    }
}

#[cfg(test)]
mod tests {
    use shared::domain::{
        new_id,
        run::{NewRun, RunKind, RunStatus},
    };
    use sqlx::types::Json;

    use super::*;

    fn attempt(no: i32) -> Run {
        let new = NewRun::new(Uuid::nil(), Uuid::nil(), RunKind::Probe, serde_json::json!({}));
        Run {
            id: Uuid::nil(),
            workspace_id: new.workspace_id,
            user_id: new.user_id,
            website_id: None,
            parent_id: None,
            kind: new.kind,
            engine_id: None,
            action: None,
            lane: new.lane,
            is_short: false,
            status: RunStatus::Running,
            payload: Json(new.payload),
            attempt: no,
            max_attempts: new.max_attempts,
            run_at: new.run_at,
            cancel_requested: false,
            percent: 0,
            stage: String::new(),
            message: String::new(),
            error: None,
            children_total: 0,
            children_done: 0,
            children_failed: 0,
            created_at: new.run_at,
            started_at: None,
            finished_at: None,
        }
    }

    fn hold(held: &HeldRuns, no: i32) -> Arc<Holding> {
        let holding = Arc::new(Holding::new(attempt(no), Bus::local()));
        held.insert(holding.clone());
        holding
    }

    #[tokio::test]
    async fn loss_of_an_attempt_does_not_stop_the_next_one() {
        let held = HeldRuns::default();
        let first = hold(&held, 1);
        held.stop_lost(Uuid::nil(), 2);
        held.stop_lost(new_id(), 1);
        assert!(!first.stop.is_cancelled());
        let second = hold(&held, 2);
        assert!(first.stop.is_cancelled(), "a replaced attempt was lost");
        held.stop_lost(Uuid::nil(), 1);
        assert!(!second.stop.is_cancelled());
        held.remove(Uuid::nil(), 1);
        assert_eq!(held.len(), 1);
        held.stop_lost(Uuid::nil(), 2);
        assert!(second.stop.is_cancelled());
    }
}
