//! Sessions seen a moment ago, so that a burst of calls asks the database once.

use std::time::{Duration, Instant};

use dashmap::DashMap;
use shared::store::session::LiveSession;
use uuid::Uuid;

/// How long an answer is believed: a session ended elsewhere is refused at the latest after this.
const FRESH: Duration = Duration::from_secs(1);
/// Entries kept before stale ones are swept out.
const SWEEP_AT: usize = 10_000;

/// What is known of sessions.
#[derive(Debug, Default)]
pub struct SessionCache {
    known: DashMap<Uuid, (Instant, Option<LiveSession>)>,
}

impl SessionCache {
    /// What was found of the session less than a second ago.
    #[must_use]
    pub fn get(&self, id: Uuid) -> Option<Option<LiveSession>> {
        let entry = self.known.get(&id)?;
        (entry.0.elapsed() < FRESH).then(|| entry.1.clone())
    }

    /// Notes what was found.
    pub fn put(&self, id: Uuid, session: Option<LiveSession>) {
        if self.known.len() > SWEEP_AT {
            self.known.retain(|_, (at, _)| at.elapsed() < FRESH);
        }
        self.known.insert(id, (Instant::now(), session));
    }

    /// Forgets a session that this process has changed or ended.
    pub fn forget(&self, id: Uuid) {
        self.known.remove(&id);
    }
}
