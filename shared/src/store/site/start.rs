//! Starts runs of a site.

use chrono::{DateTime, Utc};
use serde_json::{Value, json};
use uuid::Uuid;

use super::{lock, place_ids, set_status};
use crate::{
    config::WorkspaceLimits,
    domain::{
        pipeline::PipelineStage,
        run::{NewRun, Run, RunKind},
        site::{Site, SiteStatus},
    },
    store::{
        Result, Tx,
        event::{self, StoredEvent},
        macros::*,
        pipeline, release, run,
    },
};

/// Result of starting a run of a site.
#[derive(Debug)]
pub enum Started {
    /// It is stored and must be delivered after the commit; the events are to be published.
    Run(Box<Run>, Vec<StoredEvent>),
    /// Another run works on the site.
    Busy(Uuid),
    /// The release is not approved: it waits for a person.
    NotApproved,
    /// The checks forbid the deployment of the release.
    Blocked,
    /// The release names a tenant whose rental has ended.
    TenantLeft,
    /// The release does not name this tenant, who pays rent for the site.
    TenantMissing(String),
    /// The site has no release, or no such release.
    NoRelease,
    /// The site is not live.
    NotLive,
    /// The workspace has no such site, or it was deleted.
    NotFound,
}

/// Starts a build of a site. `rewrite` are paths of pages whose texts are written again.
///
/// # Errors
/// Returns [`StoreError::OverLimit`](crate::store::StoreError::OverLimit) if the workspace may not start another run
/// today, or an error if a query fails.
pub async fn start_build(
    tx: &mut Tx, limits: WorkspaceLimits, (workspace_id, id): (Uuid, Uuid), user_id: Uuid, rewrite: &[String],
    now: DateTime<Utc>,
) -> Result<Started> {
    let site = match free(tx, workspace_id, id).await? {
        Ok(site) => site,
        Err(refused) => return Ok(refused),
    };
    let payload = json!({ "siteId": id, "rewrite": rewrite });
    let mut events = move_markets(tx, &site, PipelineStage::Build).await?;
    let new = NewRun { website_id: Some(id), ..NewRun::new(workspace_id, user_id, RunKind::SiteBuild, payload) };
    events.extend(begin(tx, &site, new.id, SiteStatus::Building, now).await?);
    finish(tx, limits, &new, &events, now).await
}

/// Starts the deployment of an approved release of a site: of the latest one if none is named.
///
/// # Errors
/// As of [`start_build`].
pub async fn start_deploy(
    tx: &mut Tx, limits: WorkspaceLimits, (workspace_id, id): (Uuid, Uuid), user_id: Uuid, release_id: Option<Uuid>,
    now: DateTime<Utc>,
) -> Result<Started> {
    let site = match free(tx, workspace_id, id).await? {
        Ok(site) => site,
        Err(refused) => return Ok(refused),
    };
    let Some(release_id) = release_id.or(site.latest_release_id) else { return Ok(Started::NoRelease) };
    let found = release::find(&mut *tx, workspace_id, release_id).await?;
    let Some(release) = found.filter(|release| release.website_id == id) else { return Ok(Started::NoRelease) };
    if release.is_blocked {
        return Ok(Started::Blocked);
    }
    if !release.is_approved() {
        return Ok(Started::NotApproved);
    }
    if names_former_tenant(tx, release_id).await? {
        return Ok(Started::TenantLeft);
    }
    if let Some(tenant) = unnamed_tenant(tx, id, release_id).await? {
        return Ok(Started::TenantMissing(tenant));
    }
    let payload = json!({ "siteId": id, "releaseId": release_id });
    let mut events = move_markets(tx, &site, PipelineStage::Deploy).await?;
    let new = NewRun { website_id: Some(id), ..NewRun::new(workspace_id, user_id, RunKind::SiteDeploy, payload) };
    events.extend(begin(tx, &site, new.id, SiteStatus::Deploying, now).await?);
    finish(tx, limits, &new, &events, now).await
}

/// Returns true if a release says that requests go to a tenant whose rental has ended: visitors would be misled, and the leads
/// would be sent to that business.
async fn names_former_tenant(tx: &mut Tx, release_id: Uuid) -> Result<bool> {
    let sql =
        "SELECT COUNT(*) FROM releases l JOIN rentals r ON r.id = l.rental_id WHERE l.id = $1 AND r.status = 'ended'";
    Ok(query_value!(&mut *tx, i64, sql, release_id)? > 0)
}

/// Returns the tenant who pays rent for a site, because a release that names the tenant was live, if this release does not name
/// the tenant: rent would go on, while the leads go to buyers.
async fn unnamed_tenant(tx: &mut Tx, id: Uuid, release_id: Uuid) -> Result<Option<String>> {
    let sql = "SELECT r.tenant_name FROM rentals r JOIN releases l ON l.id = $2
                WHERE r.website_id = $1 AND r.status = 'active' AND (l.rental_id IS NULL OR l.rental_id <> r.id)
                  AND EXISTS (SELECT 1 FROM releases f WHERE f.website_id = $1 AND f.rental_id = r.id
                    AND f.first_deployed_at IS NOT NULL)";
    Ok(query_opt!(&mut *tx, (String,), sql, id, release_id)?.map(|(tenant,)| tenant))
}

/// Starts a run that takes a site offline at its target. With built-in hosting, use [`super::take_offline`].
///
/// # Errors
/// As of [`start_build`].
pub async fn start_offline(
    tx: &mut Tx, limits: WorkspaceLimits, (workspace_id, id): (Uuid, Uuid), user_id: Uuid, now: DateTime<Utc>,
) -> Result<Started> {
    let site = match free(tx, workspace_id, id).await? {
        Ok(site) => site,
        Err(refused) => return Ok(refused),
    };
    if site.live_release_id.is_none() {
        return Ok(Started::NotLive);
    }
    let payload: Value = json!({ "siteId": id, "offline": true });
    let new = NewRun { website_id: Some(id), ..NewRun::new(workspace_id, user_id, RunKind::SiteDeploy, payload) };
    let events = begin(tx, &site, new.id, SiteStatus::Deploying, now).await?;
    finish(tx, limits, &new, &events, now).await
}

/// Locks a site for which no run is at work.
async fn free(tx: &mut Tx, workspace_id: Uuid, id: Uuid) -> Result<std::result::Result<Site, Started>> {
    let found = lock(tx, workspace_id, id).await?;
    let Some(site) = found.filter(|site| site.archived_at.is_none()) else { return Ok(Err(Started::NotFound)) };
    Ok(match site.run_at_work() {
        Some(run_id) => Err(Started::Busy(run_id)),
        None => Ok(site),
    })
}

async fn begin(
    tx: &mut Tx, site: &Site, run_id: Uuid, status: SiteStatus, now: DateTime<Utc>,
) -> Result<Vec<event::NewEvent>> {
    execute!(&mut *tx, "UPDATE sites SET run_id = $2 WHERE website_id = $1", site.id, run_id)?;
    set_status(tx, site, status, None, now).await
}

async fn finish(
    tx: &mut Tx, limits: WorkspaceLimits, new: &NewRun, events: &[event::NewEvent], now: DateTime<Utc>,
) -> Result<Started> {
    let inserted = run::insert_counted(&mut *tx, limits, new).await?;
    let stored = event::append(tx, events, now).await?;
    Ok(Started::Run(Box::new(inserted.run), stored))
}

/// Moves the markets of a site forwards; returns the event if one moved.
pub(super) async fn move_markets(tx: &mut Tx, site: &Site, stage: PipelineStage) -> Result<Vec<event::NewEvent>> {
    let market = (site.vertical.as_str(), place_ids(&site.places));
    if !pipeline::advance(tx, site.workspace_id, (market.0, &market.1), stage).await? {
        return Ok(Vec::new());
    }
    Ok(vec![pipeline::stages_event(tx, site.workspace_id).await?])
}
