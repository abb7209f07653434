//! What the end of a run without success means for its site.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use futures::FutureExt;
use uuid::Uuid;

use super::{claims, event, launches, lock, place_ids, set_status};
use crate::{
    domain::{
        event::NewEvent,
        run::{Run, RunError},
        site::{Site, SiteStatus},
    },
    store::{
        Result, Tx,
        batch::Ids,
        edit,
        effect::{Applied, RunRules},
        macros::*,
        pipeline,
    },
};

/// Rules of runs that build or deploy sites.
#[derive(Debug)]
pub(in crate::store) struct SiteRun;

impl RunRules for SiteRun {
    fn unsuccessful<'a>(
        &'a self, tx: &'a mut Tx, run: &'a Run, error: Option<&'a RunError>, now: DateTime<Utc>,
    ) -> Applied<'a> {
        async move {
            let mut events = ended(tx, run, error, now).await?;
            events.extend(edit::after_site_failure(tx, run, error, now).await?);
            Ok(events)
        }
        .boxed()
    }
}

async fn ended(tx: &mut Tx, run: &Run, error: Option<&RunError>, now: DateTime<Utc>) -> Result<Vec<NewEvent>> {
    let Some(id) = run.website_id else { return Ok(Vec::new()) };
    let Some(site) = lock(tx, run.workspace_id, id).await? else { return Ok(Vec::new()) };
    // A site that was deleted or that another run has taken since does not wait for this run.
    if site.run_id != Some(run.id) || site.archived_at.is_some() {
        return Ok(Vec::new());
    }
    claims::release(tx, id).await?;
    launches::give_back(tx, id).await?;
    match error {
        Some(error) => set_status(tx, &site, SiteStatus::Failed, Some(&error.detail), now).await,
        None => {
            execute!(&mut *tx, "UPDATE sites SET build_wanted_at = NULL WHERE website_id = $1", id)?;
            let mut events = set_status(tx, &site, rest(&site), Some(CANCELLED), now).await?;
            let places = place_ids(&site.places);
            if rest(&site) == SiteStatus::Draft
                && pipeline::stop(tx, site.workspace_id, (&site.vertical, &places)).await?
            {
                events.push(pipeline::stages_event(tx, site.workspace_id).await?);
            }
            Ok(events)
        }
    }
}

const CANCELLED: &str = "It was cancelled. Start it again.";

/// Returns the status of a site for which nothing is being done.
pub(in crate::store) fn rest(site: &Site) -> SiteStatus {
    let is_live = site.latest_release_id.is_some() && site.live_release_id == site.latest_release_id;
    match (site.latest_is_blocked, site.latest_approved_at) {
        _ if is_live => SiteStatus::Live,
        (None, _) => SiteStatus::Draft,
        (Some(true), _) => SiteStatus::Blocked,
        (Some(false), Some(_)) => SiteStatus::Approved,
        (Some(false), None) => SiteStatus::Waiting,
    }
}

/// Sets the status of the next sites of a deployment, at most `most`, whose runs were cancelled before they began. The deployment
/// is locked.
pub(in crate::store) async fn rest_after_batch(
    tx: &mut Tx, (workspace_id, deployment_id): (Uuid, Uuid), most: i64, now: DateTime<Utc>,
) -> Result<Vec<NewEvent>> {
    let sites = super::idle_of_deployment(&mut *tx, (workspace_id, deployment_id), CANCELLED, most).await?;
    let mut by_status: BTreeMap<&'static str, Vec<Uuid>> = BTreeMap::new();
    for site in &sites {
        by_status.entry(rest(site).as_str()).or_default().push(site.id);
    }
    let sql = tx.dialect(
        "UPDATE sites SET status = $2, last_error = $3, updated_at = $4 WHERE website_id = ANY($1)",
        "UPDATE sites SET status = $2, last_error = $3, updated_at = $4
          WHERE website_id IN (SELECT unhex(value) FROM json_each($1))",
    );
    for (status, ids) in by_status {
        execute!(&mut *tx, sql, Ids::of(&ids), status, CANCELLED, now)?;
    }
    Ok(sites.iter().map(|site| event(site, rest(site))).collect())
}
