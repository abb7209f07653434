//! Takes sites offline, and deletes them.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::{claims, lock, place_ids, set_status};
use crate::{
    domain::{
        event::NewEvent,
        pipeline::PipelineStage,
        site::{Site, SiteStatus},
    },
    store::{
        Result, Tx,
        event::{self, StoredEvent},
        macros::*,
        pipeline, website,
    },
};

/// Result of taking a site offline or deleting it.
#[derive(Debug)]
pub enum Archived {
    /// Done; the events are to be published.
    Done(Vec<StoredEvent>),
    /// A run works on the site: cancel it first.
    Busy(Uuid),
    /// The files are at another target: take it offline with a run first.
    Remote,
    /// The workspace has no such site, or it was deleted.
    NotFound,
}

/// Takes a site of built-in hosting offline. A deployment of any approved release brings it back.
///
/// # Errors
/// Returns an error if a query fails.
pub async fn take_offline(tx: &mut Tx, workspace_id: Uuid, id: Uuid, now: DateTime<Utc>) -> Result<Archived> {
    let site = match idle(tx, workspace_id, id).await? {
        Ok(site) => site,
        Err(refused) => return Ok(refused),
    };
    let events = go_offline(tx, &site, PipelineStage::Deploy, now).await?;
    Ok(Archived::Done(event::append(tx, &events, now).await?))
}

/// Deletes a site of the workspace: it is taken offline, its host names are free, its website is archived and its markets
/// return to the score. Its texts, leads and ledger stay.
///
/// # Errors
/// Returns an error if a query fails.
pub async fn archive(tx: &mut Tx, workspace_id: Uuid, id: Uuid, now: DateTime<Utc>) -> Result<Archived> {
    let site = match idle(tx, workspace_id, id).await? {
        Ok(site) => site,
        Err(refused) => return Ok(refused),
    };
    let events = go_offline(tx, &site, PipelineStage::Score, now).await?;
    execute!(&mut *tx, "DELETE FROM site_domains WHERE website_id = $1", id)?;
    execute!(&mut *tx, "DELETE FROM page_sketches WHERE website_id = $1", id)?;
    claims::release(tx, id).await?;
    website::set_archived(tx, workspace_id, id, Some(now)).await?;
    Ok(Archived::Done(event::append(tx, &events, now).await?))
}

async fn idle(tx: &mut Tx, workspace_id: Uuid, id: Uuid) -> Result<std::result::Result<Site, Archived>> {
    let found = lock(tx, workspace_id, id).await?;
    let Some(site) = found.filter(|site| site.archived_at.is_none()) else { return Ok(Err(Archived::NotFound)) };
    if let Some(run_id) = site.run_at_work() {
        return Ok(Err(Archived::Busy(run_id)));
    }
    if site.live_release_id.is_some() && has_remote(tx, &site).await? {
        return Ok(Err(Archived::Remote));
    }
    Ok(Ok(site))
}

/// Whether the live release was deployed to another target than built-in hosting.
async fn has_remote(tx: &mut Tx, site: &Site) -> Result<bool> {
    let sql = "SELECT id FROM releases WHERE id = $1 AND remote IS NOT NULL";
    Ok(query_opt!(tx, (Uuid,), sql, site.live_release_id)?.is_some())
}

/// Removes the pointer to the live release; returns the events.
pub(super) async fn go_offline(
    tx: &mut Tx, site: &Site, stage: PipelineStage, now: DateTime<Utc>,
) -> Result<Vec<NewEvent>> {
    execute!(&mut *tx, "UPDATE sites SET live_release_id = NULL WHERE website_id = $1", site.id)?;
    let places = place_ids(&site.places);
    let moved = pipeline::retreat(tx, site.workspace_id, (&site.vertical, &places), stage).await?;
    let mut events = set_status(tx, site, SiteStatus::Offline, None, now).await?;
    if moved {
        events.push(pipeline::stages_event(tx, site.workspace_id).await?);
    }
    Ok(events)
}
