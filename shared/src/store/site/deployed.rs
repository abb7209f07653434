//! What a run that deploys a site leaves behind.

use chrono::{DateTime, Utc};
use futures::FutureExt;
use serde_json::Value;
use sqlx::types::Json;
use uuid::Uuid;

use super::{archive::go_offline, growth, lock, set_status, start::move_markets};
use crate::{
    domain::{
        annotation::AnnotationKind,
        event::NewEvent,
        pipeline::PipelineStage,
        run::Run,
        site::{Site, SiteStatus},
    },
    store::{
        Db, Result, StoreError, Tx,
        annotation::{self, AnnotationBody},
        edit,
        effect::{Applied, Apply, NewFindings},
        lead,
        macros::*,
        release,
    },
};

/// Effect: visitors get a release of a site.
#[derive(Debug)]
pub struct SiteDeployed {
    /// Site.
    pub site_id: Uuid,
    /// Release.
    pub release_id: Uuid,
    /// What the target needs to know of it; `None` for built-in hosting.
    pub remote: Option<Value>,
    /// Address at which visitors get it, if the target has one.
    pub url: Option<String>,
}

impl Apply for SiteDeployed {
    fn apply<'a>(&'a self, tx: &'a mut Tx, run: &'a Run, _: &'a mut NewFindings, now: DateTime<Utc>) -> Applied<'a> {
        deployed(tx, run, self, now).boxed()
    }
}

async fn deployed(tx: &mut Tx, run: &Run, end: &SiteDeployed, now: DateTime<Utc>) -> Result<Vec<NewEvent>> {
    let found = lock(tx, run.workspace_id, end.site_id).await?;
    let Some(site) = found.filter(|site| site.archived_at.is_none()) else { return Ok(Vec::new()) };
    let Some(release) = release::find(&mut *tx, run.workspace_id, end.release_id).await? else {
        return Err(StoreError::Conflict { constraint: "release".to_owned() });
    };
    release::mark_deployed(tx, end.release_id, end.remote.as_ref(), end.url.as_deref(), now).await?;
    let sql = "UPDATE sites SET live_release_id = $2 WHERE website_id = $1";
    execute!(&mut *tx, sql, end.site_id, end.release_id)?;
    if let Some(url) = &end.url {
        let sql = "UPDATE websites SET url = $2 WHERE id = $1";
        execute!(&mut *tx, sql, end.site_id, url)?;
    }
    annotate(tx, run, &site, release.number, now).await?;
    growth::after_deploy(tx, &site, now).await?;
    // Leads go to whom the live release names: those that wait may have another receiver now.
    lead::wake(&mut *tx, run.workspace_id, now).await?;
    // A newer release that still waits, or is blocked, does not hide that this one is live: the status is that of the deployment.
    let mut events = set_status(tx, &site, SiteStatus::Live, None, now).await?;
    events.extend(move_markets(tx, &site, PipelineStage::Revenue).await?);
    events.extend(edit::after_deploy(tx, run, &site, release.number, now).await?);
    Ok(events)
}

async fn annotate(tx: &mut Tx, run: &Run, site: &Site, number: i32, now: DateTime<Utc>) -> Result<()> {
    let new_pages = run.payload.0.get("newPages").and_then(Value::as_u64).filter(|count| *count > 0);
    let (title, detail) = match new_pages {
        None => (format!("Deployed release {number}"), String::new()),
        Some(1) => ("Added 1 planned page".to_owned(), format!("Release {number}.")),
        Some(count) => (format!("Added {count} planned pages"), format!("Release {number}.")),
    };
    let body = AnnotationBody {
        website_id: Some(site.id),
        day: now.date_naive(),
        at: Some(now),
        kind: AnnotationKind::Deploy,
        title,
        detail,
        pages: Vec::new(),
    };
    annotation::insert(tx, run.workspace_id, run.user_id, &body, now).await.map(|_| ())
}

/// Effect: the files of a site were removed from its target.
#[derive(Debug)]
pub struct SiteTakenOffline {
    /// Site.
    pub site_id: Uuid,
}

impl Apply for SiteTakenOffline {
    fn apply<'a>(&'a self, tx: &'a mut Tx, run: &'a Run, _: &'a mut NewFindings, now: DateTime<Utc>) -> Applied<'a> {
        async move {
            match lock(tx, run.workspace_id, self.site_id).await? {
                Some(site) => go_offline(tx, &site, PipelineStage::Deploy, now).await,
                None => Ok(Vec::new()),
            }
        }
        .boxed()
    }
}

/// Stores what a target needs to know of a release, before visitors get it: another attempt of the run passes it to the
/// target, which uploads nothing twice. Returns false if the attempt no longer holds its run.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn set_remote(db: &Db, run: &Run, release_id: Uuid, remote: &Value) -> Result<bool> {
    let changed = execute!(
        db,
        "UPDATE releases SET remote = $3 WHERE id = $1 AND workspace_id = $2 AND EXISTS
           (SELECT 1 FROM runs WHERE runs.id = $4 AND runs.attempt = $5 AND runs.status = 'running')",
        release_id,
        run.workspace_id,
        Json(remote),
        run.id,
        run.attempt
    )?;
    Ok(changed > 0)
}
