//! Websites with beacons, remembered for a minute.

use std::time::{Duration, Instant};

use dashmap::DashMap;
use shared::store::{Db, StoreError, website};
use uuid::Uuid;

const KEEP: Duration = Duration::from_mins(1);
/// Entries after which ended ones are removed.
const MOST: usize = 10_000;

/// Hosts of websites by id.
#[derive(Debug, Default)]
pub(crate) struct Known(DashMap<Uuid, (Option<String>, Instant)>);

impl Known {
    /// Returns the host of a website, without `www.`; `None` if there is no such website.
    pub(crate) async fn host(&self, db: &Db, id: Uuid) -> Result<Option<String>, StoreError> {
        if let Some(entry) = self.0.get(&id)
            && entry.1.elapsed() < KEEP
        {
            return Ok(entry.0.clone());
        }
        let host = website::host(db, id).await?;
        if self.0.len() >= MOST {
            self.0.retain(|_, (_, since)| since.elapsed() < KEEP);
        }
        // Of made-up ids at most so many are remembered.
        if self.0.len() < MOST {
            self.0.insert(id, (host.clone(), Instant::now()));
        }
        Ok(host)
    }
}
