//! Builds and deployments that carry edits of pages.

use chrono::{DateTime, Utc};
use serde_json::json;
use uuid::Uuid;

use super::{claims, launches, rest, set_status};
use crate::{
    config::WorkspaceLimits,
    domain::{
        event::NewEvent,
        run::{NewRun, RunKind},
        site::{Site, SiteStatus},
    },
    store::{Result, Tx, edit, macros::*, run, usage},
};

/// A step of an edit that starts a run of its site.
#[derive(Debug, Clone, Copy)]
pub(in crate::store) struct EditStart {
    /// User on whose behalf it runs.
    pub(in crate::store) user_id: Uuid,
    /// Run that starts it: it starts no second one.
    pub(in crate::store) run_id: Uuid,
    /// Edit.
    pub(in crate::store) edit_id: Uuid,
}

/// Starts the build of a locked site for a step of an edit. Returns the run, which the reconciler delivers, and the events.
pub(in crate::store) async fn start_edit_build(
    tx: &mut Tx, limits: WorkspaceLimits, site: &Site, by: EditStart, now: DateTime<Utc>,
) -> Result<(Uuid, Vec<NewEvent>)> {
    let payload = json!({ "siteId": site.id, "rewrite": [], "editId": by.edit_id });
    let new = NewRun {
        website_id: Some(site.id),
        idempotency_key: Some(edit::build_key(by.run_id)),
        ..NewRun::new(site.workspace_id, by.user_id, RunKind::SiteBuild, payload)
    };
    let events = begin(tx, site, &new, SiteStatus::Building, now).await?;
    usage::count_runs(tx, limits, site.workspace_id, 1, now).await?;
    Ok((new.id, events))
}

/// Starts the deployment of an approved release of a locked site for an edit, like [`start_edit_build`]. It belongs to the
/// build and is not counted.
pub(in crate::store) async fn start_edit_deploy(
    tx: &mut Tx, site: &Site, by: EditStart, release_id: Uuid, now: DateTime<Utc>,
) -> Result<(Uuid, Vec<NewEvent>)> {
    let payload = json!({ "siteId": site.id, "releaseId": release_id, "editId": by.edit_id });
    let new = NewRun {
        website_id: Some(site.id),
        idempotency_key: Some(format!("edit-deploy:{}", by.run_id)),
        ..NewRun::new(site.workspace_id, by.user_id, RunKind::SiteDeploy, payload)
    };
    let events = begin(tx, site, &new, SiteStatus::Deploying, now).await?;
    Ok((new.id, events))
}

async fn begin(
    tx: &mut Tx, site: &Site, new: &NewRun, status: SiteStatus, now: DateTime<Utc>,
) -> Result<Vec<NewEvent>> {
    run::insert_undelivered(&mut *tx, new).await?;
    execute!(&mut *tx, "UPDATE sites SET run_id = $2 WHERE website_id = $1", site.id, new.id)?;
    set_status(tx, site, status, None, now).await
}

/// Ends a build of a locked site that left no release: the site is as it was before.
pub(in crate::store) async fn without_release(tx: &mut Tx, site: &Site, now: DateTime<Utc>) -> Result<Vec<NewEvent>> {
    claims::release(tx, site.id).await?;
    launches::give_back(tx, site.id).await?;
    set_status(tx, site, rest(site), None, now).await
}
