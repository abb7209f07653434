//! What is known about keys: hosts, slugs and keys of previews.
//!
//! An entry is trusted for a short time. Afterwards it is still used for a while, and one request looks it up again in the
//! background, so that visitors of a busy site never wait for the database.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use dashmap::DashMap;
use uuid::Uuid;

use super::{release::Release, reports::ReportHost};

/// Time for which an entry is trusted.
const FRESH: Duration = Duration::from_secs(5);
/// Time for which it is used while it is looked up again.
const STALE: Duration = Duration::from_secs(60);
/// Maximum number of entries.
const MOST: usize = 50_000;

/// What a key leads to.
#[derive(Debug, Clone)]
pub(super) enum Target {
    /// A site, with its release.
    Site { website_id: Uuid, release: Arc<Release> },
    /// The shared reports of a workspace.
    Reports(ReportHost),
}

impl Target {
    /// Returns the id of the site, or of the workspace of the reports.
    fn owner(&self) -> Uuid {
        match self {
            Self::Site { website_id, .. } => *website_id,
            Self::Reports(host) => host.workspace_id(),
        }
    }
}

/// An entry.
#[derive(Debug)]
struct Entry {
    target: Option<Target>,
    since: Instant,
    is_looked_up: AtomicBool,
}

/// What is known about a key.
#[derive(Debug)]
pub(super) enum Known {
    /// It leads there, or nowhere.
    Fresh(Option<Target>),
    /// It led there. The caller looks it up again.
    Stale(Target),
    /// It led there, and somebody is looking it up again.
    Awaited(Target),
    /// Nothing is known.
    No,
}

/// What is known about the keys of one kind.
#[derive(Debug, Default)]
pub(super) struct Table(DashMap<Box<str>, Entry>);

impl Table {
    /// Returns what is known about a key.
    pub(super) fn get(&self, key: &str, now: Instant) -> Known {
        let Some(entry) = self.0.get(key) else { return Known::No };
        let age = now.saturating_duration_since(entry.since);
        match &entry.target {
            target if age < FRESH => Known::Fresh(target.clone()),
            Some(target) if age < STALE => {
                let is_looked_up = entry.is_looked_up.swap(true, Ordering::Relaxed);
                if is_looked_up { Known::Awaited(target.clone()) } else { Known::Stale(target.clone()) }
            }
            _ => Known::No,
        }
    }

    /// Returns where a key led when it was last looked up, however long ago: for the time in which nothing can be looked up.
    pub(super) fn last(&self, key: &str) -> Option<Target> {
        self.0.get(key)?.target.clone()
    }

    /// Stores what a key leads to.
    pub(super) fn insert(&self, key: &str, target: Option<Target>, now: Instant) {
        if self.0.len() >= MOST {
            // Unknown hosts cost their sender nothing, so they go first.
            self.0.retain(|_, entry| entry.target.is_some() && now.saturating_duration_since(entry.since) < STALE);
            if self.0.len() >= MOST {
                self.0.clear();
            }
        }
        self.0.insert(key.into(), Entry { target, since: now, is_looked_up: AtomicBool::new(false) });
    }

    /// Lets the next request look a key up again, after a look-up failed.
    pub(super) fn retry(&self, key: &str) {
        if let Some(entry) = self.0.get(key) {
            entry.is_looked_up.store(false, Ordering::Relaxed);
        }
    }

    /// Forgets what leads to a site or to the reports of a workspace, and what led nowhere; with `None` everything.
    pub(super) fn forget(&self, owner: Option<Uuid>) {
        let is_other = |target: &Target| owner.is_some_and(|id| target.owner() != id);
        self.0.retain(|_, entry| entry.target.as_ref().is_some_and(is_other));
    }
}

#[cfg(test)]
mod tests {
    use super::{super::rules::Rules, *};

    fn target(site: u128) -> Target {
        let release = Arc::new(Release::new(Uuid::nil(), Vec::new(), &Rules::default()));
        Target::Site { website_id: Uuid::from_u128(site), release }
    }

    #[test]
    fn entry_is_fresh_then_stale_for_one_caller_then_unknown() {
        let (table, begin) = (Table::default(), Instant::now());
        assert!(matches!(table.get("a", begin), Known::No));
        table.insert("a", Some(target(1)), begin);
        table.insert("none", None, begin);
        assert!(matches!(table.get("a", begin), Known::Fresh(Some(_))));
        assert!(matches!(table.get("none", begin), Known::Fresh(None)));
        let later = begin + FRESH;
        assert!(matches!(table.get("a", later), Known::Stale(_)));
        assert!(matches!(table.get("a", later), Known::Awaited(_)), "one look-up at a time");
        assert!(matches!(table.get("none", later), Known::No));
        table.retry("a");
        assert!(matches!(table.get("a", later), Known::Stale(_)));
        assert!(matches!(table.get("a", begin + STALE), Known::No));
    }

    #[test]
    fn forgetting_a_site_forgets_what_led_nowhere_too() {
        let (table, now) = (Table::default(), Instant::now());
        table.insert("a", Some(target(1)), now);
        table.insert("b", Some(target(2)), now);
        table.insert("none", None, now);
        table.forget(Some(Uuid::from_u128(1)));
        assert!(matches!(table.get("a", now), Known::No) && matches!(table.get("none", now), Known::No));
        assert!(matches!(table.get("b", now), Known::Fresh(Some(_))));
        table.forget(None);
        assert!(matches!(table.get("b", now), Known::No));
    }

    #[test]
    fn entries_are_bounded() {
        let (table, now) = (Table::default(), Instant::now());
        table.insert("site", Some(target(1)), now);
        for no in 0..=MOST {
            table.insert(&no.to_string(), None, now);
        }
        assert!(table.0.len() <= MOST);
        assert!(matches!(table.get("site", now), Known::Fresh(Some(_))), "a site stays");
    }
}
