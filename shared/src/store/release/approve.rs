//! Approval of releases by people.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::find;
use crate::{
    domain::{release::Release, site::SiteStatus},
    store::{
        Result, Tx,
        event::{self, StoredEvent},
        macros::*,
        site,
    },
};

/// Result of approving a release.
#[derive(Debug)]
pub enum Approval {
    /// Approved, now or before; the events are to be published.
    Approved(Box<Release>, Vec<StoredEvent>),
    /// The checks forbid its deployment.
    Blocked,
    /// Its site was deleted.
    SiteDeleted,
    /// The workspace has no such release.
    NotFound,
}

/// Approves a release of the workspace. The caller makes sure that a person does it.
///
/// # Errors
/// Returns an error if a query fails.
pub async fn approve(tx: &mut Tx, workspace_id: Uuid, id: Uuid, user_id: Uuid, now: DateTime<Utc>) -> Result<Approval> {
    let Some(release) = find(&mut *tx, workspace_id, id).await? else { return Ok(Approval::NotFound) };
    if release.is_blocked {
        return Ok(Approval::Blocked);
    }
    let Some(site) = site::lock(tx, workspace_id, release.website_id).await? else { return Ok(Approval::NotFound) };
    if site.archived_at.is_some() {
        return Ok(Approval::SiteDeleted);
    }
    let sql = "UPDATE releases SET approved_by = $2, approved_at = $3 WHERE id = $1 AND approved_at IS NULL";
    execute!(&mut *tx, sql, id, user_id, now)?;
    let mut events = Vec::new();
    if site.status == SiteStatus::Waiting && site.latest_release_id == Some(id) {
        events = site::set_status(tx, &site, SiteStatus::Approved, None, now).await?;
    }
    let stored = event::append(tx, &events, now).await?;
    let approved = find(tx, workspace_id, id).await?;
    Ok(approved.map_or(Approval::NotFound, |release| Approval::Approved(Box::new(release), stored)))
}
