//! Capacity of a lane: one run per slot, and some prefetched runs while runs are short.
//!
//! A slot is occupied while a handler runs. With runs of a millisecond, slots would be idle while the next runs are
//! fetched and claimed, so as many are prefetched as the slots are expected to finish within [`AHEAD`]. A prefetched
//! run that does not start in time is released.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, AtomicUsize, Ordering},
    },
    time::Duration,
};

use tokio::sync::{Notify, Semaphore, SemaphorePermit};

/// Amount of work that is prefetched.
const AHEAD: Duration = Duration::from_millis(20);
/// Maximum number of prefetched runs per slot: a batch of five hundred serves fifty slots.
const MOST_AHEAD: usize = 9;
/// Time after which a prefetched run that has not started is released.
const PATIENCE: Duration = Duration::from_secs(2);
/// Smoothing of the mean duration: the weight of the newest is 1 / 8.
const MEMORY: u64 = 8;

/// Capacity of a lane in this worker.
#[derive(Debug)]
pub(crate) struct Room {
    slots: Semaphore,
    size: usize,
    held: AtomicUsize,
    freed: Notify,
    /// Moving mean of handler durations, in microseconds; 0 if unknown.
    mean_us: AtomicU64,
}

/// A unit of capacity, released when dropped.
#[derive(Debug)]
pub(crate) struct Place(Arc<Room>);

impl Room {
    pub(super) fn new(slots: usize) -> Self {
        Self {
            slots: Semaphore::new(slots),
            size: slots,
            held: AtomicUsize::new(0),
            freed: Notify::new(),
            mean_us: AtomicU64::new(0),
        }
    }

    /// Waits until runs can be claimed and returns how many. For one caller at a time.
    pub(super) async fn free(&self) -> usize {
        loop {
            let limit = self.size + self.ahead();
            let held = self.held.load(Ordering::Acquire);
            if held < limit {
                return limit - held;
            }
            self.freed.notified().await;
        }
    }

    pub(super) fn take(self: &Arc<Self>) -> Place {
        self.held.fetch_add(1, Ordering::AcqRel);
        Place(self.clone())
    }

    fn ahead(&self) -> usize {
        let mean_us = self.mean_us.load(Ordering::Relaxed);
        if mean_us == 0 {
            return 0;
        }
        let each = AHEAD.as_micros() / u128::from(mean_us);
        self.size * usize::try_from(each).unwrap_or(MOST_AHEAD).min(MOST_AHEAD)
    }
}

impl Place {
    /// Waits for a slot; returns `None` if there is none in time, and pauses prefetching until a run ends.
    pub(super) async fn slot(&self) -> Option<SemaphorePermit<'_>> {
        if let Ok(slot) = self.0.slots.try_acquire() {
            return Some(slot);
        }
        match tokio::time::timeout(PATIENCE, self.0.slots.acquire()).await {
            Ok(slot) => slot.ok(),
            Err(_) => {
                self.0.mean_us.store(0, Ordering::Relaxed);
                None
            }
        }
    }

    /// Records the duration of a handler.
    pub(super) fn took(&self, time: Duration) {
        let us = u64::try_from(time.as_micros()).unwrap_or(u64::MAX / MEMORY).max(1);
        let mean = self.0.mean_us.load(Ordering::Relaxed);
        let mean = if mean == 0 { us } else { (mean * (MEMORY - 1) + us.min(u64::MAX / MEMORY)) / MEMORY };
        self.0.mean_us.store(mean.max(1), Ordering::Relaxed);
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.0.held.fetch_sub(1, Ordering::AcqRel);
        self.0.freed.notify_one();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn room(slots: usize) -> Arc<Room> {
        Arc::new(Room::new(slots))
    }

    #[tokio::test]
    async fn only_short_runs_are_claimed_ahead() {
        let room = room(4);
        assert_eq!(room.free().await, 4);
        let place = room.take();
        place.took(Duration::from_millis(10));
        assert_eq!(room.free().await, 4 + 8 - 1);
        place.took(Duration::from_secs(60));
        assert_eq!(room.free().await, 4 - 1);
        drop(place);
        assert_eq!(room.free().await, 4);
    }

    #[tokio::test]
    async fn no_more_than_a_bounded_number_is_claimed_ahead() {
        let room = room(50);
        room.take().took(Duration::from_nanos(1));
        assert_eq!(room.free().await, 500);
    }

    #[tokio::test]
    async fn a_full_room_waits_and_a_run_without_a_slot_gives_up() {
        let room = room(1);
        let first = room.take();
        first.took(Duration::from_micros(100));
        let slot = first.slot().await;
        let second = room.take();
        assert!(second.slot().await.is_none());
        let full = room.free();
        assert!(tokio::time::timeout(Duration::from_millis(50), full).await.is_err());
        drop(second);
        drop(slot);
        drop(first);
        assert_eq!(room.free().await, 1);
    }
}
