//! What builds and deployments mean for the growth of their site.

use chrono::{DateTime, NaiveDate, Utc};
use futures::FutureExt;
use serde_json::json;
use sqlx::types::Json;
use uuid::Uuid;

use super::of;
use crate::{
    domain::{
        event::NewEvent,
        run::{Lane, NewRun, Run, RunKind},
        site::{Site, SiteStatus},
        site_growth::{ComingPage, PageLeftOut, next_time},
    },
    store::{
        Result, Tx,
        effect::{Applied, Apply, NewFindings},
        kill_switch,
        macros::*,
        release, run,
        site::{lock, set_status},
    },
};

/// Effect after [`SiteBuilt`](crate::store::site::SiteBuilt): what is planned after this build. A release that only adds planned
/// pages goes live under the approval of the release that it continues.
#[derive(Debug)]
pub struct GrowthPlanned {
    /// Site.
    pub site_id: Uuid,
    /// Planned pages that wait for room, in the order of the plan.
    pub coming: Vec<ComingPage>,
    /// Pages that could not be written.
    pub left_out: Vec<PageLeftOut>,
    /// What the build added, if it was one for the next pages.
    pub step: Option<GrowthStep>,
}

/// New pages of a build.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GrowthStep {
    /// Day (UTC) whose number of new pages counts.
    pub day: NaiveDate,
    /// Live release that it continues.
    pub base_release_id: Uuid,
    /// Whether the release differs from that one by the new pages only.
    pub is_alone: bool,
    /// Number of new pages.
    pub new_pages: usize,
}

impl Apply for GrowthPlanned {
    fn apply<'a>(&'a self, tx: &'a mut Tx, run: &'a Run, _: &'a mut NewFindings, now: DateTime<Utc>) -> Applied<'a> {
        planned(tx, run, self, now).boxed()
    }
}

async fn planned(tx: &mut Tx, run: &Run, end: &GrowthPlanned, now: DateTime<Utc>) -> Result<Vec<NewEvent>> {
    let found = lock(tx, run.workspace_id, end.site_id).await?;
    let Some(site) = found.filter(|site| site.archived_at.is_none()) else { return Ok(Vec::new()) };
    let later = i32::try_from(end.coming.len()).unwrap_or(i32::MAX);
    if later == 0 && of(tx, &site).await?.is_none() {
        return Ok(Vec::new());
    }
    let next_at = (later > 0 && site.live_release_id.is_some()).then(|| next_time(site.id, now));
    execute!(
        &mut *tx,
        "INSERT INTO site_growth (website_id, workspace_id, later, coming, left_out, is_paused, next_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
         ON CONFLICT (website_id) DO UPDATE SET later = excluded.later, coming = excluded.coming,
           left_out = excluded.left_out, next_at = COALESCE(site_growth.next_at, excluded.next_at), updated_at = excluded.updated_at",
        site.id,
        site.workspace_id,
        later,
        Json(&end.coming),
        Json(&end.left_out),
        false,
        next_at,
        now
    )?;
    match &end.step {
        Some(step) => release_pages(tx, run, &site, *step, now).await,
        None => Ok(Vec::new()),
    }
}

/// Starts the deployment of the latest release of a site if it needs no approval of its own.
async fn release_pages(
    tx: &mut Tx, run: &Run, site: &Site, step: GrowthStep, now: DateTime<Utc>,
) -> Result<Vec<NewEvent>> {
    let Some(latest) = site.latest_release_id.filter(|id| site.live_release_id != Some(*id)) else {
        return Ok(Vec::new());
    };
    let found = release::find(&mut *tx, site.workspace_id, latest).await?;
    let is_unseen = site.live_release_id != Some(step.base_release_id) || !step.is_alone;
    if is_unseen || found.is_none_or(|release| release.is_blocked || release.needs_review) {
        return Ok(Vec::new());
    }
    execute!(&mut *tx, "UPDATE site_growth SET release_id = $2 WHERE website_id = $1", site.id, latest)?;
    let is_allowed = of(tx, site).await?.is_some_and(|growth| growth.may_release(site));
    // The next time of the site builds the same release and deploys it.
    if !is_allowed || kill_switch::is_stopped(tx, site.workspace_id, now).await? {
        return Ok(Vec::new());
    }
    release::approve_like(tx, latest, step.base_release_id, now).await?;
    let payload = json!({ "siteId": site.id, "releaseId": latest, "growthDay": step.day, "newPages": step.new_pages });
    let new = NewRun {
        website_id: Some(site.id),
        lane: Lane::Batch,
        ..NewRun::new(site.workspace_id, run.user_id, RunKind::SiteDeploy, payload)
    };
    run::insert_undelivered(&mut *tx, &new).await?;
    execute!(&mut *tx, "UPDATE sites SET run_id = $2 WHERE website_id = $1", site.id, new.id)?;
    set_status(tx, site, SiteStatus::Deploying, None, now).await
}

/// Plans the next pages of a site whose release went live.
pub(in crate::store::site) async fn after_deploy(tx: &mut Tx, site: &Site, now: DateTime<Utc>) -> Result<()> {
    execute!(
        tx,
        "UPDATE site_growth SET release_id = NULL, updated_at = $2,
           next_at = CASE WHEN later = 0 THEN NULL WHEN next_at > $2 THEN next_at ELSE $3 END WHERE website_id = $1",
        site.id,
        now,
        next_time(site.id, now)
    )
    .map(|_| ())
}
