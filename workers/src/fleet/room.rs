//! Capacity of a lane: one run per slot, and some prefetched runs while runs are short.
//!
//! A slot is occupied while a handler runs. With runs of a millisecond, slots would be idle while the next runs are
//! fetched and claimed, so as many are prefetched as the slots are expected to finish within [`AHEAD`]. A prefetched
//! run that does not start in time is released. Long runs are not prefetched.
//!
//! One slot is only for short runs, and one user's runs never hold the last slot (see `share.rs`). A run that was expected
//! to be short and is not goes on without a slot if long runs hold too many, so that short ones always have theirs. A
//! worker has as many such runs as slots at most.

use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering},
    },
    time::Duration,
};

use shared::queue::Want;
use tokio::sync::{Notify, Semaphore, SemaphorePermit};
use uuid::Uuid;

use super::share::{slots_for_long, slots_for_user};

/// Amount of work that is prefetched.
const AHEAD: Duration = Duration::from_millis(20);
/// Maximum number of prefetched runs per slot: a batch of five hundred serves fifty slots.
const MOST_AHEAD: usize = 9;
/// Time after which a prefetched run that has not started is released.
const PATIENCE: Duration = Duration::from_secs(2);
/// Duration from which on a run counts as long, whatever was expected.
const SHORT: Duration = Duration::from_secs(2);
/// Smoothing of the mean duration: the weight of the newest is 1 / 8.
const MEMORY: u64 = 8;

/// Capacity of a lane in this worker.
#[derive(Debug)]
pub(crate) struct Room {
    slots: Semaphore,
    size: usize,
    held: AtomicUsize,
    /// Held runs that are long.
    long: AtomicUsize,
    /// Runs that go on without a slot.
    without_slot: AtomicUsize,
    /// Slots of each user with held runs.
    users: Mutex<HashMap<Uuid, Arc<Semaphore>>>,
    freed: Notify,
    /// Moving mean of handler durations, in microseconds; 0 if unknown.
    mean_us: AtomicU64,
}

/// A unit of capacity, released when dropped.
#[derive(Debug)]
pub(crate) struct Place {
    room: Arc<Room>,
    user_id: Uuid,
    user_slots: Arc<Semaphore>,
    is_long: AtomicBool,
    /// Whether the run goes on without a slot.
    has_no_slot: AtomicBool,
}

/// A slot in which a handler runs, released when dropped.
#[derive(Debug)]
pub(crate) struct Slot<'a> {
    of_user: SemaphorePermit<'a>,
    of_room: SemaphorePermit<'a>,
}

impl Room {
    pub(super) fn new(slots: usize) -> Self {
        Self {
            slots: Semaphore::new(slots),
            size: slots,
            held: AtomicUsize::new(0),
            long: AtomicUsize::new(0),
            without_slot: AtomicUsize::new(0),
            users: Mutex::default(),
            freed: Notify::new(),
            mean_us: AtomicU64::new(0),
        }
    }

    /// Waits until runs can be claimed and returns how many. For one caller at a time.
    pub(super) async fn free(&self) -> Want {
        loop {
            let want = self.now_free();
            if want.total > 0 {
                return want;
            }
            self.freed.notified().await;
        }
    }

    /// Waits until long runs can be claimed. For the caller of [`Self::free`].
    pub(super) async fn free_for_long(&self) {
        while self.now_free().long == 0 {
            self.freed.notified().await;
        }
    }

    fn now_free(&self) -> Want {
        let total = (self.size * self.ahead()).saturating_sub(self.held.load(Ordering::Acquire));
        let long = slots_for_long(self.size).saturating_sub(self.long.load(Ordering::Acquire));
        Want { total, long: long.min(total) }
    }

    pub(super) fn take(self: &Arc<Self>, user_id: Uuid, is_short: bool) -> Place {
        self.held.fetch_add(1, Ordering::AcqRel);
        let new = || Arc::new(Semaphore::new(slots_for_user(self.size)));
        let user_slots = self.lock().entry(user_id).or_insert_with(new).clone();
        let (is_long, has_no_slot) = (AtomicBool::new(false), AtomicBool::new(false));
        let place = Place { room: self.clone(), user_id, user_slots, is_long, has_no_slot };
        if !is_short {
            place.count_as_long();
        }
        place
    }

    /// Returns how many times its slots the room holds, with prefetched runs.
    pub(super) fn ahead(&self) -> usize {
        let mean_us = self.mean_us.load(Ordering::Relaxed);
        if mean_us == 0 {
            return 1;
        }
        let each = AHEAD.as_micros() / u128::from(mean_us);
        1 + usize::try_from(each).unwrap_or(MOST_AHEAD).min(MOST_AHEAD)
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Uuid, Arc<Semaphore>>> {
        self.users.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Place {
    /// Waits for a slot; returns `None` if there is none in time, and pauses prefetching until a run ends.
    pub(super) async fn slot(&self) -> Option<Slot<'_>> {
        if let Ok(slot) = tokio::time::timeout(PATIENCE, self.next_slot()).await {
            return slot;
        }
        self.room.mean_us.store(0, Ordering::Relaxed);
        None
    }

    /// The user's own slots come first, so that its prefetched runs never stand in front of other users' runs.
    async fn next_slot(&self) -> Option<Slot<'_>> {
        let of_user = self.user_slots.acquire().await.ok()?;
        let of_room = self.room.slots.acquire().await.ok()?;
        Some(Slot { of_user, of_room })
    }

    /// Runs a handler in a slot; from [`SHORT`] on it counts as long. Calls `overran` if it was expected to be short.
    pub(super) async fn watch<T>(&self, slot: Slot<'_>, handler: impl Future<Output = T>, overran: impl FnOnce()) -> T {
        let mut handler = std::pin::pin!(handler);
        if let Ok(ended) = tokio::time::timeout(SHORT, &mut handler).await {
            return ended;
        }
        let Slot { of_user, of_room } = slot;
        let mut of_room = Some(of_room);
        if let Some(long) = self.count_as_long() {
            overran();
            if long > slots_for_long(self.room.size) && self.leave_slot() {
                of_room = None;
                self.room.freed.notify_one();
            }
        }
        let ended = handler.await;
        drop((of_room, of_user));
        ended
    }

    /// Returns the number of long runs if this one was not among them.
    fn count_as_long(&self) -> Option<usize> {
        let was_long = self.is_long.swap(true, Ordering::AcqRel);
        (!was_long).then(|| self.room.long.fetch_add(1, Ordering::AcqRel) + 1)
    }

    /// Counts the run as one without a slot; returns false if there are too many.
    fn leave_slot(&self) -> bool {
        let most = self.room.size;
        let add = |count: usize| (count < most).then_some(count + 1);
        if self.room.without_slot.fetch_update(Ordering::AcqRel, Ordering::Acquire, add).is_err() {
            return false;
        }
        self.has_no_slot.store(true, Ordering::Release);
        self.room.held.fetch_sub(1, Ordering::AcqRel);
        true
    }

    /// Records the duration of a handler.
    pub(super) fn took(&self, time: Duration) {
        let us = u64::try_from(time.as_micros()).unwrap_or(u64::MAX / MEMORY).max(1);
        let mean = self.room.mean_us.load(Ordering::Relaxed);
        let mean = if mean == 0 { us } else { (mean * (MEMORY - 1) + us.min(u64::MAX / MEMORY)) / MEMORY };
        self.room.mean_us.store(mean.max(1), Ordering::Relaxed);
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        if self.is_long.load(Ordering::Acquire) {
            self.room.long.fetch_sub(1, Ordering::AcqRel);
        }
        let counter = if self.has_no_slot.load(Ordering::Acquire) { &self.room.without_slot } else { &self.room.held };
        counter.fetch_sub(1, Ordering::AcqRel);
        let mut users = self.room.lock();
        // The map's and this one's.
        if Arc::strong_count(&self.user_slots) == 2 {
            users.remove(&self.user_id);
        }
        drop(users);
        self.room.freed.notify_one();
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
        assert_eq!(room.free().await, Want { total: 4, long: 3 });
        let place = room.take(Uuid::nil(), true);
        place.took(Duration::from_millis(10));
        assert_eq!(room.free().await, Want { total: 4 + 8 - 1, long: 3 });
        place.took(Duration::from_secs(60));
        assert_eq!(room.free().await.total, 4 - 1);
        drop(place);
        assert_eq!(room.free().await, Want { total: 4, long: 3 });
    }

    #[tokio::test]
    async fn no_more_than_a_bounded_number_is_claimed_ahead() {
        let room = room(50);
        room.take(Uuid::nil(), true).took(Duration::from_nanos(1));
        assert_eq!(room.free().await, Want { total: 500, long: 49 });
    }

    #[tokio::test]
    async fn a_full_room_waits_and_a_run_without_a_slot_gives_up() {
        let room = room(1);
        let first = room.take(Uuid::nil(), true);
        first.took(Duration::from_micros(100));
        let slot = first.slot().await;
        let second = room.take(Uuid::nil(), true);
        assert!(second.slot().await.is_none());
        let full = room.free();
        assert!(tokio::time::timeout(Duration::from_millis(50), full).await.is_err());
        drop(second);
        drop(slot);
        drop(first);
        assert_eq!(room.free().await.total, 1);
    }

    #[tokio::test]
    async fn long_runs_leave_a_slot_to_short_ones_also_when_they_were_expected_to_be_short() {
        let room = room(3);
        let long = room.take(Uuid::from_u128(1), false);
        let unexpected = room.take(Uuid::from_u128(2), true);
        assert_eq!(room.free().await, Want { total: 1, long: 1 });
        let slot = unexpected.slot().await.expect("a slot");
        let mut is_told = false;
        unexpected.watch(slot, tokio::time::sleep(SHORT + Duration::from_millis(100)), || is_told = true).await;
        assert!(is_told);
        assert_eq!(room.free().await, Want { total: 1, long: 0 });
        assert!(tokio::time::timeout(Duration::from_millis(50), room.free_for_long()).await.is_err());
        drop(long);
        room.free_for_long().await;
    }

    #[tokio::test]
    async fn runs_that_turn_out_long_in_all_slots_leave_one_to_short_runs() {
        let room = room(3);
        let places: Vec<Place> = (1..=3).map(|user| room.take(Uuid::from_u128(user), true)).collect();
        let run = async |place: &Place| {
            let slot = place.slot().await.expect("a slot");
            place.watch(slot, tokio::time::sleep(SHORT + Duration::from_millis(600)), || ()).await;
        };
        let look = async {
            let before = tokio::time::timeout(SHORT / 2, room.free()).await;
            assert!(before.is_err(), "all slots are taken: {before:?}");
            assert_eq!(room.free().await, Want { total: 1, long: 0 });
            let short = room.take(Uuid::from_u128(4), true);
            assert!(short.slot().await.is_some(), "a run starts in it");
        };
        tokio::join!(look, futures::future::join_all(places.iter().map(run)));
        drop(places);
        assert_eq!(room.free().await, Want { total: 3, long: 2 });
    }

    #[tokio::test]
    async fn as_many_runs_as_slots_go_on_without_one() {
        let room = room(3);
        let places: Vec<Place> = (1..=4).map(|user| room.take(Uuid::from_u128(user), true)).collect();
        let left: Vec<bool> = places.iter().map(Place::leave_slot).collect();
        assert_eq!(left, [true, true, true, false]);
        drop(places);
        assert_eq!(room.free().await, Want { total: 3, long: 2 });
        assert!(room.take(Uuid::nil(), true).leave_slot(), "there is room for another when they have ended");
    }

    #[tokio::test]
    async fn prefetched_runs_of_one_user_leave_a_slot_to_another() {
        let room = room(2);
        let (ada, bob) = (Uuid::from_u128(1), Uuid::from_u128(2));
        let hers = [room.take(ada, true), room.take(ada, true)];
        let first = hers[0].slot().await;
        assert!(first.is_some() && hers[1].slot().await.is_none());
        let his = room.take(bob, true);
        assert!(his.slot().await.is_some());
    }
}
