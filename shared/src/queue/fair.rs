//! Turns of users: the order in which their runs leave a lane.
//!
//! This is start-time fair queueing (Goyal, Vin and Cheng, 1996) with runs of equal cost: the user with the lowest turn
//! is served, each of its runs moves it one turn on, and a user who joins gets the turn after the current one. Whatever
//! the number of runs that a user has queued, another user waits for one round at most.
//!
//! Short and long runs have separate rings that take turns too. `scripts/*.lua` do the same on Redis.

use std::{
    collections::{BTreeSet, HashMap},
    time::{Duration, Instant},
};

use uuid::Uuid;

use super::{Taken, Want};
use crate::domain::run::Delivery;

/// Waiting runs of a lane.
#[derive(Debug, Default)]
pub(super) struct Waiting {
    short: Ring,
    long: Ring,
    /// Users at their limit, since when.
    parked: HashMap<Uuid, Instant>,
    /// Number of turns of the classes.
    turn: u64,
}

/// Users with runs of a class, by their turn.
#[derive(Debug, Default)]
struct Ring {
    runs: HashMap<Uuid, BTreeSet<Uuid>>,
    turns: BTreeSet<(u64, Uuid)>,
    turn_of: HashMap<Uuid, u64>,
    /// The turn that was served last.
    now: u64,
}

impl Waiting {
    pub(super) fn add(&mut self, runs: &[Delivery]) {
        for run in runs {
            let is_parked = self.parked.contains_key(&run.user_id);
            let ring = if run.is_short { &mut self.short } else { &mut self.long };
            ring.runs.entry(run.user_id).or_default().insert(run.id);
            if !is_parked {
                ring.join(run.user_id);
            }
        }
    }

    /// Adds runs, and leaves out their users until they are unparked.
    pub(super) fn park(&mut self, runs: &[Delivery], now: Instant) {
        for run in runs {
            self.parked.insert(run.user_id, now);
            self.short.leave(run.user_id);
            self.long.leave(run.user_id);
        }
        self.add(runs);
    }

    pub(super) fn unpark(&mut self, user_id: Uuid) {
        if self.parked.remove(&user_id).is_some() {
            self.short.join(user_id);
            self.long.join(user_id);
        }
    }

    pub(super) fn unpark_since(&mut self, age: Duration, now: Instant) {
        let users: Vec<Uuid> =
            self.parked.iter().filter(|(_, since)| now.duration_since(**since) >= age).map(|(user, _)| *user).collect();
        for user in users {
            self.unpark(user);
        }
    }

    pub(super) fn take(&mut self, want: Want) -> Taken {
        let (mut taken, mut empty) = (Taken::default(), 0);
        while taken.len() < want.total && empty < 2 {
            self.turn += 1;
            let left = want.total - taken.len();
            let ids = if self.turn.is_multiple_of(2) {
                self.short.serve(left, &mut taken.short)
            } else {
                self.long.serve(left.min(want.long.saturating_sub(taken.long.len())), &mut taken.long)
            };
            empty = if ids == 0 { empty + 1 } else { 0 };
        }
        taken
    }

    /// Returns whether short and long runs wait that may start.
    pub(super) fn has_next(&self) -> (bool, bool) {
        (!self.short.turns.is_empty(), !self.long.turns.is_empty())
    }

    pub(super) fn len(&self) -> usize {
        [&self.short, &self.long].iter().flat_map(|ring| ring.runs.values()).map(BTreeSet::len).sum()
    }
}

impl Ring {
    fn join(&mut self, user_id: Uuid) {
        if self.runs.contains_key(&user_id) && !self.turn_of.contains_key(&user_id) {
            self.place(user_id, self.now + 1);
        }
    }

    fn place(&mut self, user_id: Uuid, turn: u64) {
        self.turn_of.insert(user_id, turn);
        self.turns.insert((turn, user_id));
    }

    fn leave(&mut self, user_id: Uuid) {
        if let Some(turn) = self.turn_of.remove(&user_id) {
            self.turns.remove(&(turn, user_id));
        }
    }

    /// Serves the user whose turn it is: appends its share of `most` ids; returns their number.
    fn serve(&mut self, most: usize, taken: &mut Vec<Uuid>) -> usize {
        let Some((turn, user_id)) = self.turns.first().copied().filter(|_| most > 0) else { return 0 };
        let share = (most / self.turns.len()).max(1);
        self.leave(user_id);
        let Some(runs) = self.runs.get_mut(&user_id) else { return 0 };
        let mut count = 0;
        while count < share
            && let Some(id) = runs.pop_first()
        {
            taken.push(id);
            count += 1;
        }
        let steps = u64::try_from(count).unwrap_or(u64::MAX);
        if runs.is_empty() {
            self.runs.remove(&user_id);
        } else {
            self.place(user_id, turn + steps);
        }
        self.now = turn + steps.saturating_sub(1);
        count
    }
}
