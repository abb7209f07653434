//! Approval of releases by people.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::find;
use crate::{
    domain::{
        release::{Release, Review},
        site::SiteStatus,
    },
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
    /// Its trade is regulated: approve it with the review of a named person.
    Unreviewed,
    /// Its site was deleted.
    SiteDeleted,
    /// The workspace has no such release.
    NotFound,
}

/// Approves a release of the workspace, and records who reviewed it. The caller makes sure that a person does it.
///
/// # Errors
/// Returns an error if a query fails.
pub async fn approve(
    tx: &mut Tx, (workspace_id, id): (Uuid, Uuid), user_id: Uuid, review: Option<&Review>, now: DateTime<Utc>,
) -> Result<Approval> {
    let Some(release) = find(&mut *tx, workspace_id, id).await? else { return Ok(Approval::NotFound) };
    if release.is_blocked {
        return Ok(Approval::Blocked);
    }
    if release.needs_review && release.reviewed_at.is_none() && review.is_none() {
        return Ok(Approval::Unreviewed);
    }
    let Some(site) = site::lock(tx, workspace_id, release.website_id).await? else { return Ok(Approval::NotFound) };
    if site.archived_at.is_some() {
        return Ok(Approval::SiteDeleted);
    }
    let sql = "UPDATE releases SET approved_by = $2, approved_at = $3 WHERE id = $1 AND approved_at IS NULL";
    execute!(&mut *tx, sql, id, user_id, now)?;
    if let Some(review) = review {
        record(&mut *tx, id, user_id, review, now).await?;
    }
    let mut events = Vec::new();
    if site.status == SiteStatus::Waiting && site.latest_release_id == Some(id) {
        events = site::set_status(tx, &site, SiteStatus::Approved, None, now).await?;
    }
    let stored = event::append(tx, &events, now).await?;
    let approved = find(tx, workspace_id, id).await?;
    Ok(approved.map_or(Approval::NotFound, |release| Approval::Approved(Box::new(release), stored)))
}

/// Records the first review of a release.
async fn record(tx: &mut Tx, id: Uuid, user_id: Uuid, review: &Review, now: DateTime<Utc>) -> Result<()> {
    execute!(
        tx,
        "UPDATE releases SET reviewer_name = $2, reviewer_credentials = $3, reviewed_by = $4, reviewed_at = $5
          WHERE id = $1 AND reviewed_at IS NULL",
        id,
        &review.name,
        &review.credentials,
        user_id,
        now
    )
    .map(|_| ())
}
