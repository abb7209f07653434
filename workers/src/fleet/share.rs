//! Shares of a lane: how many slots one user may hold, and how many long runs.
//!
//! Both leave a slot free, so a run of another user starts at once whatever the first user has queued, and a short run
//! starts at once whatever the number of users with long ones.

use std::{
    collections::BTreeMap,
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use shared::{
    domain::run::{Lane, Run},
    store::{run::TimeOf, worker::WorkerRow},
};

/// Duration that counts for a run that overran: with it the mean of any durations is no longer short.
const OVERRUN: Duration = Duration::from_secs(4);

/// Returns how many of a worker's slots long runs may hold: all but one. With fewer than three slots, all.
pub(super) const fn slots_for_long(slots: usize) -> usize {
    if slots < 3 { slots } else { slots - 1 }
}

/// Returns how many of a worker's slots the runs of one user may hold: all but one.
pub(super) const fn slots_for_user(slots: usize) -> usize {
    if slots < 2 { slots } else { slots - 1 }
}

/// Returns how many slots of a lane one user may hold over all workers, whose slots are given: all but one of those for
/// long runs.
fn share(workers: impl Iterator<Item = usize>) -> usize {
    workers.map(slots_for_long).sum::<usize>().saturating_sub(1).max(1)
}

/// The current share of a user in each lane.
#[derive(Debug)]
pub(super) struct Shares {
    interactive: AtomicUsize,
    batch: AtomicUsize,
}

impl Shares {
    /// Starts with the shares of a single worker.
    pub(super) fn new(interactive: usize, batch: usize) -> Self {
        let share = |slots| AtomicUsize::new(share(std::iter::once(slots)));
        Self { interactive: share(interactive), batch: share(batch) }
    }

    const fn of(&self, lane: Lane) -> &AtomicUsize {
        match lane {
            Lane::Interactive => &self.interactive,
            Lane::Batch => &self.batch,
        }
    }

    pub(super) fn get(&self, lane: Lane) -> usize {
        self.of(lane).load(Ordering::Relaxed)
    }

    /// Computes the shares from the workers that are alive. A worker has the same number of slots in each of its lanes.
    pub(super) fn update(&self, workers: &[WorkerRow]) {
        for &lane in Lane::ALL {
            let slots = |row: &WorkerRow| usize::try_from(row.slots).unwrap_or(0) / row.lanes.len().max(1);
            let serving = workers.iter().filter(|row| row.lanes.contains(&lane)).map(slots);
            self.of(lane).store(share(serving), Ordering::Relaxed);
        }
    }
}

/// Durations of runs that ended since the last heartbeat.
#[derive(Debug, Default)]
pub(super) struct Times(Mutex<BTreeMap<TimeOf, (Duration, u32)>>);

impl Times {
    fn lock(&self) -> MutexGuard<'_, BTreeMap<TimeOf, (Duration, u32)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn add(&self, run: &Run, took: Duration) {
        let mut times = self.lock();
        let (sum, count) = times.entry(TimeOf::new(run)).or_default();
        *sum += took;
        *count += 1;
    }

    /// Records that a run was expected to be short and is not, so that runs queued behind it are not either.
    pub(super) fn overran(&self, run: &Run) {
        self.add(run, OVERRUN);
    }

    /// Removes all; returns their means in milliseconds.
    pub(super) fn drain(&self) -> Vec<(TimeOf, i64)> {
        let times = std::mem::take(&mut *self.lock());
        times
            .into_iter()
            .map(|(of, (sum, count))| (of, i64::try_from((sum / count.max(1)).as_millis()).unwrap_or(i64::MAX)))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::share;

    #[test]
    fn share_leaves_a_slot_to_other_users_and_one_to_short_runs() {
        let of = |workers: &[usize]| share(workers.iter().copied());
        assert_eq!([of(&[1]), of(&[2]), of(&[3]), of(&[4]), of(&[6])], [1, 1, 1, 2, 4]);
        assert_eq!([of(&[4, 4]), of(&[1, 1, 1]), of(&[])], [5, 2, 1]);
    }
}
