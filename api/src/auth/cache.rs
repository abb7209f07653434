//! Cache of recently read sessions, so that a burst of requests queries the database once.

use std::time::{Duration, Instant};

use dashmap::DashMap;
use shared::store::session::LiveSession;
use uuid::Uuid;

/// Validity of an entry: a session that was ended elsewhere is rejected after at most this time.
const FRESH: Duration = Duration::from_secs(1);
/// Number of entries at which stale ones are removed.
const SWEEP_AT: usize = 10_000;

/// Cached sessions.
#[derive(Debug, Default)]
pub struct SessionCache {
    known: DashMap<Uuid, (Instant, Option<LiveSession>)>,
}

impl SessionCache {
    /// Returns the entry of the session if it is less than a second old.
    #[must_use]
    pub fn get(&self, id: Uuid) -> Option<Option<LiveSession>> {
        let entry = self.known.get(&id)?;
        (entry.0.elapsed() < FRESH).then(|| entry.1.clone())
    }

    /// Stores an entry.
    pub fn put(&self, id: Uuid, session: Option<LiveSession>) {
        if self.known.len() > SWEEP_AT {
            self.known.retain(|_, (at, _)| at.elapsed() < FRESH);
        }
        self.known.insert(id, (Instant::now(), session));
    }

    /// Removes a session that this process has changed or ended.
    pub fn forget(&self, id: Uuid) {
        self.known.remove(&id);
    }
}
