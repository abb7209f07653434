//! A run takes a site: one run works on a site at a time.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::{lock, set_status, start::move_markets};
use crate::{
    domain::{
        pipeline::PipelineStage,
        run::Run,
        site::{Site, SiteStatus},
    },
    store::{
        Db, Result,
        event::{self, StoredEvent},
        macros::*,
    },
};

/// Result of taking a site.
#[derive(Debug)]
pub enum Taken {
    /// The run has the site; the events are to be published.
    Site(Box<Site>, Vec<StoredEvent>),
    /// Another run works on it.
    Busy(Uuid),
    /// It was deleted, or the run is no longer this attempt's.
    Gone,
}

/// Takes a site for a run of its workspace, and sets its status.
///
/// # Errors
/// Returns an error if a query fails.
pub async fn take(db: &Db, run: &Run, id: Uuid, status: SiteStatus, now: DateTime<Utc>) -> Result<Taken> {
    let mut tx = db.begin().await?;
    let Some(site) = lock(&mut tx, run.workspace_id, id).await? else { return Ok(Taken::Gone) };
    let sql = "SELECT id FROM runs WHERE id = $1 AND attempt = $2 AND status = 'running'";
    if site.archived_at.is_some() || query_opt!(&mut tx, (Uuid,), sql, run.id, run.attempt)?.is_none() {
        return Ok(Taken::Gone);
    }
    if let Some(other) = site.run_at_work().filter(|other| *other != run.id) {
        return Ok(Taken::Busy(other));
    }
    execute!(&mut tx, "UPDATE sites SET run_id = $2 WHERE website_id = $1", id, run.id)?;
    if status == SiteStatus::Building {
        // What asked for a build before now is read by this one.
        execute!(&mut tx, "UPDATE sites SET build_wanted_at = NULL WHERE website_id = $1", id)?;
    }
    let mut events = Vec::new();
    if site.status != status {
        events = set_status(&mut tx, &site, status, None, now).await?;
    }
    if status == SiteStatus::Building {
        // They are back at the score if the site was cancelled before.
        events.extend(move_markets(&mut tx, &site, PipelineStage::Build).await?);
    }
    let stored = event::append(&mut tx, &events, now).await?;
    let site = super::find(&mut tx, run.workspace_id, id).await?;
    tx.commit().await?;
    Ok(site.map_or(Taken::Gone, |site| Taken::Site(Box::new(site), stored)))
}
