//! Deploys an approved release of a site, or takes a site offline at its target.
//!
//! Another attempt repeats every step: a target uploads nothing twice, and visitors keep the previous release until the
//! switch. While a kill switch is on, a deployment waits; a site may be taken offline.

mod hosting;
mod similar;
mod target;

use std::collections::HashSet;

use chrono::{NaiveDate, NaiveTime};
use serde::Deserialize;
use serde_json::json;
use shared::{
    domain::{
        now,
        release::FullRelease,
        run::RunError,
        site::{Site, SiteStatus},
    },
    store::{
        kill_switch, release,
        site::{self, Launch, SiteDeployed, SiteTakenOffline},
    },
};
use uuid::Uuid;

use super::{done::Done, site_build::take};
use crate::{context::RunContext, error::JobError};

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Payload {
    site_id: Uuid,
    release_id: Option<Uuid>,
    #[serde(default)]
    offline: bool,
    /// Day (UTC) whose number of new pages counts, if the release adds planned pages; today otherwise.
    growth_day: Option<NaiveDate>,
}

pub(crate) async fn run(context: &RunContext) -> Result<Done, JobError> {
    let payload: Payload = context.payload()?;
    let site = take(context, payload.site_id, SiteStatus::Deploying).await?;
    match payload.release_id {
        _ if payload.offline => offline(context, &site).await,
        Some(release_id) => deploy(context, &site, release_id, payload.growth_day).await,
        None => Err(JobError::permanent("bad-parameters", "The run does not name a release.")),
    }
}

async fn deploy(
    context: &RunContext, site: &Site, release_id: Uuid, growth_day: Option<NaiveDate>,
) -> Result<Done, JobError> {
    let found = release::find_full(&context.db, context.run.workspace_id, release_id).await?;
    let release = found.filter(|full| full.release.website_id == site.id);
    let release = release.ok_or_else(|| JobError::permanent("release-gone", "The release no longer exists."))?;
    check(&release)?;
    check_pages(context, site, &release, growth_day.unwrap_or_else(|| now().date_naive())).await?;
    take_launch(context, site).await?;
    // The pages of an older release are not known; it was live before, or it was checked when it was built.
    if site.latest_release_id == Some(release_id) {
        similar::check(context, site).await?;
    }
    let (remote, url) = match site.target_id {
        None => {
            let url = hosting::verify(context, site, &release).await?;
            check_kill_switch(context).await?;
            (None, Some(url))
        }
        Some(target_id) => {
            let published = target::publish(context, site, target_id, &release).await?;
            (Some(published.remote), own_address(context, site, published.url).await?)
        }
    };
    let number = release.release.number;
    let result = json!({"siteId": site.id, "releaseId": release_id, "number": number, "url": url});
    let end = SiteDeployed { site_id: site.id, release_id, remote, url };
    Ok(Done { result, effects: vec![end.into()] })
}

/// Returns the address at which a target shows a site: the one that the target knows, otherwise the site's own domain.
async fn own_address(context: &RunContext, site: &Site, known: Option<String>) -> Result<Option<String>, JobError> {
    if known.is_some() {
        return Ok(known);
    }
    let domains = site::domains(&context.db, site.workspace_id, &[site.id]).await?;
    Ok(domains.first().map(|domain| format!("https://{}/", domain.host)))
}

/// Checks again what the request checked: the release may have been started long ago.
fn check(release: &FullRelease) -> Result<(), JobError> {
    if release.release.is_blocked {
        return Err(JobError::permanent("release-blocked", "The checks forbid the deployment of this release."));
    }
    if release.release.approved_at.is_none() {
        return Err(JobError::permanent("not-approved", "The release is not approved. Approve it first."));
    }
    if !release.release.is_approved() {
        let detail =
            "The trade is regulated, and nobody is recorded who reviewed the release. Approve it with its reviewer.";
        return Err(JobError::permanent("not-reviewed", detail));
    }
    Ok(())
}

/// Fails while a kill switch is on, so that the run is tried again later.
async fn check_kill_switch(context: &RunContext) -> Result<(), JobError> {
    let mut tx = context.db.begin().await?;
    if kill_switch::is_stopped(&mut tx, context.run.workspace_id, now()).await? {
        return Err(stopped());
    }
    Ok(())
}

fn stopped() -> JobError {
    let detail = "The kill switch is on: the site is deployed once someone turns it off.";
    JobError::Postponed(RunError::new("kill-switch", detail))
}

/// Takes a place of today for a site that was never live.
async fn take_launch(context: &RunContext, site: &Site) -> Result<(), JobError> {
    let most = context.sites.new_sites_per_day;
    match site::take_launch(&context.db, &context.run, site.id, most, now()).await? {
        Launch::Allowed => Ok(()),
        Launch::Gone => Err(JobError::Cancelled),
        Launch::Stopped => Err(stopped()),
        Launch::Full(launched) => {
            let detail = format!(
                "{launched} new sites went live today or are about to, and {most} a day is the limit. Deploy it tomorrow."
            );
            // The sites of a deployment were given days; those that a kill switch held back share the days that follow.
            Err(match context.run.parent_id {
                Some(_) => JobError::Postponed(RunError::new("new-sites-limit", detail)),
                None => JobError::permanent("new-sites-limit", detail),
            })
        }
    }
}

/// Checks the number of new pages of a live site on one day: releases of different builds may go live on the same day.
async fn check_pages(context: &RunContext, site: &Site, release: &FullRelease, day: NaiveDate) -> Result<(), JobError> {
    if site.live_release_id.is_none() || release.release.deployed_at.is_some() {
        return Ok(());
    }
    let (db, ws) = (&context.db, context.run.workspace_id);
    let live: HashSet<String> = site::live_paths(db, ws, site.id).await?.into_iter().collect();
    let is_new = |path: &String| path.ends_with("index.html") && !live.contains(path);
    let new = release.manifest.iter().filter(|file| is_new(&file.path)).count();
    let midnight = day.and_time(NaiveTime::MIN).and_utc();
    let published = site::pages_since(db, ws, site.id, midnight).await?;
    let most = context.sites.new_pages_per_day as usize;
    if new == 0 || usize::try_from(published).unwrap_or(0) + new <= most {
        return Ok(());
    }
    let detail = format!(
        "The release has {new} new pages, {published} went live today, and {most} a day is the limit. Deploy it tomorrow."
    );
    Err(JobError::permanent("new-pages-limit", detail))
}

async fn offline(context: &RunContext, site: &Site) -> Result<Done, JobError> {
    if let Some(release_id) = site.live_release_id {
        let found = release::find_full(&context.db, context.run.workspace_id, release_id).await?;
        if let Some(stored) = found.and_then(|full| full.remote) {
            target::remove(context, stored.0).await?;
        }
    }
    let end = SiteTakenOffline { site_id: site.id };
    Ok(Done { result: json!({"siteId": site.id, "offline": true}), effects: vec![end.into()] })
}
