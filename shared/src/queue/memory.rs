//! Queue within the process.

use std::{
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use tokio::sync::Notify;
use uuid::Uuid;

use super::{Taken, Want, fair::Waiting};
use crate::domain::run::{Delivery, Lane};

/// In-memory queue. Its content is lost with the process and restored from the database at the next start.
#[derive(Debug, Clone, Default)]
pub struct MemoryQueue {
    inner: Arc<Inner>,
}

#[derive(Debug, Default)]
struct Inner {
    interactive: Waiters,
    batch: Waiters,
    filled: AtomicBool,
}

#[derive(Debug, Default)]
struct Waiters {
    waiting: Mutex<Waiting>,
    short_arrived: Notify,
    long_arrived: Notify,
}

impl Waiters {
    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes what waits, and wakes workers if there is more to take.
    fn change<T>(&self, change: impl FnOnce(&mut Waiting) -> T) -> T {
        let mut waiting = self.lock();
        let changed = change(&mut waiting);
        let (short, long) = waiting.has_next();
        drop(waiting);
        if short {
            self.short_arrived.notify_one();
        }
        if long {
            self.long_arrived.notify_one();
        }
        changed
    }
}

impl MemoryQueue {
    fn lane(&self, lane: Lane) -> &Waiters {
        match lane {
            Lane::Interactive => &self.inner.interactive,
            Lane::Batch => &self.inner.batch,
        }
    }

    pub(super) fn deliver(&self, lane: Lane, runs: &[Delivery]) {
        self.lane(lane).change(|waiting| waiting.add(runs));
    }

    pub(super) fn take(&self, lane: Lane, want: Want) -> Taken {
        self.lane(lane).change(|waiting| waiting.take(want))
    }

    pub(super) async fn wait(&self, lane: Lane, with_long: bool) {
        let lane = self.lane(lane);
        tokio::select! {
            () = lane.short_arrived.notified() => {}
            () = lane.long_arrived.notified(), if with_long => {}
        }
    }

    pub(super) fn park(&self, lane: Lane, runs: &[Delivery]) {
        self.lane(lane).change(|waiting| waiting.park(runs, Instant::now()));
    }

    pub(super) fn unpark(&self, lane: Lane, user_id: Uuid) {
        self.lane(lane).change(|waiting| waiting.unpark(user_id));
    }

    pub(super) fn unpark_since(&self, lane: Lane, age: Duration) {
        self.lane(lane).change(|waiting| waiting.unpark_since(age, Instant::now()));
    }

    pub(super) fn depth(&self, lane: Lane) -> usize {
        self.lane(lane).lock().len()
    }

    pub(super) fn was_intact(&self) -> bool {
        self.inner.filled.swap(true, Ordering::Relaxed)
    }
}
