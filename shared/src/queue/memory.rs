//! Queue within the process.

use std::{
    collections::{HashMap, VecDeque},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

use tokio::sync::Notify;
use uuid::Uuid;

use crate::domain::run::Lane;

/// In-memory queue. Its content is lost with the process and restored from the database at the next start.
#[derive(Debug, Clone, Default)]
pub struct MemoryQueue {
    inner: Arc<Inner>,
}

#[derive(Debug, Default)]
struct Inner {
    interactive: Lanes,
    batch: Lanes,
    filled: AtomicBool,
}

#[derive(Debug, Default)]
struct Lanes {
    waiting: Mutex<VecDeque<Uuid>>,
    parked: Mutex<HashMap<Uuid, VecDeque<Uuid>>>,
    arrived: Notify,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl MemoryQueue {
    fn lane(&self, lane: Lane) -> &Lanes {
        match lane {
            Lane::Interactive => &self.inner.interactive,
            Lane::Batch => &self.inner.batch,
        }
    }

    pub(super) fn deliver(&self, lane: Lane, ids: &[Uuid]) {
        let lane = self.lane(lane);
        lock(&lane.waiting).extend(ids);
        lane.arrived.notify_one();
    }

    pub(super) async fn fetch(&self, lane: Lane, at_most: usize) -> Vec<Uuid> {
        let lane = self.lane(lane);
        loop {
            {
                let mut waiting = lock(&lane.waiting);
                if !waiting.is_empty() {
                    let n = at_most.min(waiting.len());
                    let ids = waiting.drain(..n).collect();
                    if !waiting.is_empty() {
                        lane.arrived.notify_one();
                    }
                    return ids;
                }
            }
            lane.arrived.notified().await;
        }
    }

    pub(super) fn park(&self, lane: Lane, user_id: Uuid, ids: &[Uuid]) {
        lock(&self.lane(lane).parked).entry(user_id).or_default().extend(ids);
    }

    pub(super) fn unpark(&self, lane: Lane, user_id: Uuid, n: usize) {
        let mut freed = Vec::new();
        {
            let mut parked = lock(&self.lane(lane).parked);
            if let Some(ids) = parked.get_mut(&user_id) {
                freed.extend(ids.drain(..n.min(ids.len())));
                if ids.is_empty() {
                    parked.remove(&user_id);
                }
            }
        }
        if !freed.is_empty() {
            self.deliver(lane, &freed);
        }
    }

    pub(super) fn depth(&self, lane: Lane) -> usize {
        lock(&self.lane(lane).waiting).len()
    }

    pub(super) fn was_intact(&self) -> bool {
        self.inner.filled.swap(true, Ordering::Relaxed)
    }
}
