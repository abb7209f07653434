//! System metrics, every second, while an administrator is subscribed.

use std::{
    sync::{Arc, Mutex, MutexGuard, PoisonError, Weak},
    time::Duration,
};

use serde_json::{Value, json};
use shared::{
    domain::run::{Lane, RunStatus},
    store::{self, StoreError},
};

use crate::{
    live::{authenticate, close::Close, outlet::Outlet},
    routes::admin::workers::WorkerView,
    state::AppState,
};

const EVERY: Duration = Duration::from_secs(1);
/// Number of updates after which subscribers must prove again that they are administrators.
const CHECK_AFTER: u32 = 20;
/// Time without a heartbeat after which a worker is not listed.
const HEARD_WITHIN: chrono::Duration = chrono::Duration::seconds(30);

/// Subscribers, and the task that updates them.
#[derive(Debug, Clone, Default)]
pub(in crate::live) struct System(Arc<Mutex<Watch>>);

#[derive(Debug, Default)]
struct Watch {
    watchers: Vec<Weak<Outlet>>,
    is_told: bool,
}

impl System {
    fn lock(&self) -> MutexGuard<'_, Watch> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Subscribes the connection; disconnected ones are removed.
    pub(super) fn watch(&self, state: &AppState, outlet: &Arc<Outlet>) {
        let mut watch = self.lock();
        if watch.watchers.iter().all(|known| !std::ptr::eq(known.as_ptr(), Arc::as_ptr(outlet))) {
            watch.watchers.push(Arc::downgrade(outlet));
        }
        if !watch.is_told {
            watch.is_told = true;
            tokio::spawn(self.clone().tell(state.clone()));
        }
    }

    async fn tell(self, state: AppState) {
        let mut ticks = tokio::time::interval(EVERY);
        ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Skip);
        for count in 1.. {
            tokio::select! {
                _ = ticks.tick() => {}
                () = state.stop.cancelled() => return,
            }
            let Some(watchers) = self.present() else { return };
            let figures = match figures(&state).await {
                Ok(figures) => figures,
                Err(error) => {
                    tracing::warn!(%error, "the installation's figures could not be read");
                    continue;
                }
            };
            for outlet in watchers {
                if count % CHECK_AFTER == 0 && !is_still_admin(&state, &outlet).await {
                    continue;
                }
                if outlet.socket().is_some_and(|wire| !wire.emit("system:update", &figures)) {
                    outlet.close(Close::TooSlow);
                }
            }
        }
    }

    /// Returns the current subscribers; `None` if there are none, and then the task ends.
    fn present(&self) -> Option<Vec<Arc<Outlet>>> {
        let mut watch = self.lock();
        watch.watchers.retain(|known| {
            known.upgrade().is_some_and(|outlet| outlet.socket().is_some_and(|wire| wire.topics().system))
        });
        let present: Vec<_> = watch.watchers.iter().filter_map(Weak::upgrade).collect();
        watch.is_told = !present.is_empty();
        watch.is_told.then_some(present)
    }
}

async fn is_still_admin(state: &AppState, outlet: &Outlet) -> bool {
    let is_admin = authenticate::is_admin(&state.db, outlet.pass().session_id).await.unwrap_or(false);
    if !is_admin && let Some(wire) = outlet.socket() {
        wire.topics().system = false;
    }
    is_admin
}

async fn figures(state: &AppState) -> Result<Value, StoreError> {
    let now = shared::domain::now();
    let depths = store::run::depths(&state.db).await?;
    let of = |lane: Lane, status: RunStatus| {
        depths.iter().find(|(l, s, _)| *l == lane && *s == status).map_or(0, |(_, _, count)| *count)
    };
    let lanes: Vec<Value> = Lane::ALL
        .iter()
        .map(|lane| json!({"lane": lane, "waiting": of(*lane, RunStatus::Queued), "running": of(*lane, RunStatus::Running)}))
        .collect();
    let waiting: i64 = Lane::ALL.iter().map(|lane| of(*lane, RunStatus::Queued)).sum();
    let workers = store::worker::list(&state.db, now - HEARD_WITHIN).await?;
    let workers: Vec<WorkerView> = workers.into_iter().map(WorkerView::from).collect();
    let traffic = state.traffic.figures();
    Ok(json!({
        "timestamp": now, "queueDepth": waiting, "lanes": lanes, "workers": workers,
        "errors": {"rate": traffic.error_rate, "requests": traffic.requests},
        "latency": {"p95Ms": traffic.p95_ms}, "uptime": state.uptime_seconds(),
    }))
}
