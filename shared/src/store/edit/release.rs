//! Edits of sites that are built here: their changes go into a release.
//!
//! The step of an edit stores or removes its changes and starts a build. The build starts the deployment, and the deployment
//! starts the check, each in the transaction that ends it: no worker waits for another run.

use chrono::{DateTime, Utc};
use futures::FutureExt;
use uuid::Uuid;

use super::{
    ended::{EditEnded, NextRun, finish, later, undone},
    lock,
    page_changes::{put, remove},
    set_status,
};
use crate::{
    config::WorkspaceLimits,
    domain::{
        annotation::AnnotationKind,
        edit::{Edit, EditStatus, EditStep},
        event::NewEvent,
        run::{Run, RunError},
        site::Site,
    },
    store::{
        Db, Result, Tx,
        effect::{Applied, Apply, NewFindings},
        event::{self, StoredEvent},
        kill_switch,
        macros::*,
        release, site,
    },
};

/// Result of starting the build for an edit.
#[derive(Debug)]
pub enum ReleaseStart {
    /// The build is stored, now or by an earlier attempt; the events are to be published.
    Begun(Uuid, Vec<StoredEvent>),
    /// Another run works on the site.
    Busy,
    /// The kill switch is on.
    Stopped,
    /// The site was deleted, or is not live.
    NotLive,
    /// The run is no longer this attempt's, or the edit is gone.
    Lost,
}

/// Stores the changes of an edit for its site, or removes them for [`EditStep::Undo`], and starts a build. Another attempt of
/// the run starts no second one.
///
/// # Errors
/// Returns [`StoreError::OverLimit`](crate::store::StoreError::OverLimit) if the workspace may not start another run
/// today, or an error if a query fails.
pub async fn begin_release(
    db: &Db, limits: WorkspaceLimits, run: &Run, (edit_id, step): (Uuid, EditStep), now: DateTime<Utc>,
) -> Result<ReleaseStart> {
    let mut tx = db.begin().await?;
    if kill_switch::is_stopped(&mut tx, run.workspace_id, now).await? {
        return Ok(ReleaseStart::Stopped);
    }
    let Some(edit) = super::find(&mut tx, run.workspace_id, edit_id).await? else { return Ok(ReleaseStart::Lost) };
    let site = site::lock(&mut tx, run.workspace_id, edit.website_id).await?;
    let Some(edit) = lock(&mut tx, run.workspace_id, edit_id).await? else { return Ok(ReleaseStart::Lost) };
    let sql = "SELECT id FROM runs WHERE id = $1 AND attempt = $2 AND status = 'running'";
    if edit.run_id != Some(run.id) || query_opt!(&mut tx, (Uuid,), sql, run.id, run.attempt)?.is_none() {
        return Ok(ReleaseStart::Lost);
    }
    let Some(site) = site.filter(|site| site.archived_at.is_none() && site.live_release_id.is_some()) else {
        return Ok(ReleaseStart::NotLive);
    };
    if let Some(begun) = begun(&mut tx, &edit, run).await? {
        return Ok(ReleaseStart::Begun(begun, Vec::new()));
    }
    if site.run_at_work().is_some() {
        return Ok(ReleaseStart::Busy);
    }
    match step {
        EditStep::Undo => remove(&mut tx, edit_id).await?,
        _ => put(&mut tx, &edit).await?,
    }
    let by = site::EditStart { user_id: run.user_id, run_id: run.id, edit_id };
    let (build, events) = site::start_edit_build(&mut tx, limits, &site, by, now).await?;
    let sql = "UPDATE edits SET site_run_id = $2, release_id = NULL WHERE id = $1";
    execute!(&mut tx, sql, edit_id, build)?;
    let stored = event::append(&mut tx, &events, now).await?;
    tx.commit().await?;
    Ok(ReleaseStart::Begun(build, stored))
}

/// Returns the build that an earlier attempt of a run started.
async fn begun(tx: &mut Tx, edit: &Edit, run: &Run) -> Result<Option<Uuid>> {
    let Some(id) = edit.site_run_id else { return Ok(None) };
    let sql = "SELECT id FROM runs WHERE id = $1 AND idempotency_key = $2";
    Ok(query_opt!(tx, (Uuid,), sql, id, build_key(run.id))?.map(|(id,)| id))
}

/// Key of the build that a step of an edit starts.
pub(in crate::store) fn build_key(run_id: Uuid) -> String {
    format!("edit-build:{run_id}")
}

/// Effect after [`SiteBuilt`](site::SiteBuilt): a release carries the changes of an edit, or no longer does. Its deployment
/// starts.
#[derive(Debug)]
pub struct EditBuilt {
    /// Id of the edit.
    pub id: Uuid,
    /// Whether the release differs from the live one by this edit only. Otherwise a person looks at it first.
    pub is_alone: bool,
}

impl Apply for EditBuilt {
    fn apply<'a>(&'a self, tx: &'a mut Tx, run: &'a Run, _: &'a mut NewFindings, now: DateTime<Utc>) -> Applied<'a> {
        built(tx, run, self, now).boxed()
    }
}

async fn built(tx: &mut Tx, run: &Run, end: &EditBuilt, now: DateTime<Utc>) -> Result<Vec<NewEvent>> {
    let Some(found) = super::find(&mut *tx, run.workspace_id, end.id).await? else { return Ok(Vec::new()) };
    let site = site::lock(tx, run.workspace_id, found.website_id).await?;
    let Some(edit) = waiting(tx, run, end.id).await? else { return Ok(Vec::new()) };
    let Some((site, release_id)) = site.and_then(|site| site.latest_release_id.map(|id| (site, id))) else {
        return fail(tx, &edit, "The site was deleted.", now).await;
    };
    let sql = "UPDATE edits SET release_id = $2 WHERE id = $1";
    execute!(&mut *tx, sql, edit.id, release_id)?;
    if end.is_alone {
        // The person who approved the edit, or undoes it, has seen what it changes.
        release::approve_for_edit(tx, release_id, run.user_id, now).await?;
    }
    let release = release::find(&mut *tx, run.workspace_id, release_id).await?;
    let is_stopped = kill_switch::is_stopped(tx, run.workspace_id, now).await?;
    if is_stopped || !release.is_some_and(|release| end.is_alone && release.is_approved()) {
        let why = match (is_stopped, end.is_alone) {
            (true, _) => "is not deployed, because the kill switch is on",
            (false, true) => "needs the review of a named person",
            (false, false) => "has other changes of the site too",
        };
        let detail = format!(
            "Release {} {why}. Look at it under Sites, approve it and deploy it; the edit goes on then.",
            site.latest_number.unwrap_or_default()
        );
        return Ok(vec![set_status(tx, &edit, EditStatus::Applying, &detail, now).await?]);
    }
    if edit.step == Some(EditStep::Apply) || edit.step == Some(EditStep::Undo) {
        // The person who approved the edit, or undoes it, has seen what it changes.
        release::approve_for_edit(tx, release_id, run.user_id, now).await?;
    }
    let by = site::EditStart { user_id: run.user_id, run_id: run.id, edit_id: end.id };
    let (deploy, events) = site::start_edit_deploy(tx, &site, by, release_id, now).await?;
    execute!(&mut *tx, "UPDATE edits SET site_run_id = $2 WHERE id = $1", edit.id, deploy)?;
    Ok(events)
}

/// Effect in place of a release: the checks refuse the changes of an edit, or a page no longer takes them.
#[derive(Debug)]
pub struct EditRefused {
    /// Id of the edit.
    pub id: Uuid,
    /// Reason, with the remedy.
    pub detail: String,
}

impl Apply for EditRefused {
    fn apply<'a>(&'a self, tx: &'a mut Tx, run: &'a Run, _: &'a mut NewFindings, now: DateTime<Utc>) -> Applied<'a> {
        refused(tx, run, self, now).boxed()
    }
}

async fn refused(tx: &mut Tx, run: &Run, end: &EditRefused, now: DateTime<Utc>) -> Result<Vec<NewEvent>> {
    let Some(found) = super::find(&mut *tx, run.workspace_id, end.id).await? else { return Ok(Vec::new()) };
    let mut events = Vec::new();
    if let Some(site) = site::lock(tx, run.workspace_id, found.website_id).await? {
        events.extend(site::without_release(tx, &site, now).await?);
    }
    if let Some(edit) = waiting(tx, run, end.id).await? {
        events.extend(fail(tx, &edit, &end.detail, now).await?);
    }
    Ok(events)
}

/// Returns the locked edit that waits for a run of its site.
async fn waiting(tx: &mut Tx, run: &Run, id: Uuid) -> Result<Option<Edit>> {
    let found = lock(tx, run.workspace_id, id).await?;
    Ok(found.filter(|edit| edit.site_run_id == Some(run.id) && edit.status == EditStatus::Applying))
}

/// Ends a step of an edit whose site could not be built or deployed: visitors get what they got before it.
async fn fail(tx: &mut Tx, edit: &Edit, detail: &str, now: DateTime<Utc>) -> Result<Vec<NewEvent>> {
    if let Some(release_id) = edit.release_id {
        release::withdraw(tx, release_id).await?;
    }
    if edit.step == Some(EditStep::Undo) {
        put(tx, edit).await?;
        let status = if edit.applied_at.is_some() { EditStatus::Applied } else { EditStatus::Failed };
        return finish(tx, edit, status, &format!("It was not undone. {detail}"), now).await;
    }
    remove(tx, edit.id).await?;
    let status = if edit.release_id.is_some() { EditStatus::RolledBack } else { EditStatus::Failed };
    finish(tx, edit, status, detail, now).await
}

/// Goes on with the edits of a site that a deployed release carries.
pub(in crate::store) async fn after_deploy(
    tx: &mut Tx, run: &Run, site: &Site, number: i32, now: DateTime<Utc>,
) -> Result<Vec<NewEvent>> {
    let sql = "SELECT e.id FROM edits e JOIN releases r ON r.id = e.release_id
                WHERE e.website_id = $1 AND e.status = 'applying' AND e.way = 'release' AND r.number <= $2 ORDER BY e.id";
    let mut events = Vec::new();
    for (id,) in query_all!(&mut *tx, (Uuid,), sql, site.id, number)? {
        let Some(edit) = lock(tx, run.workspace_id, id).await? else { continue };
        if edit.step == Some(EditStep::Undo) {
            let end = EditEnded {
                id,
                status: EditStatus::Undone,
                detail: String::new(),
                checked: None,
                kind: AnnotationKind::Edit,
                pages: Vec::new(),
                next: None,
            };
            undone(tx, &edit, &end, now).await?;
            events.extend(finish(tx, &edit, EditStatus::Undone, "", now).await?);
        } else {
            let next = NextRun { step: EditStep::Check, at: now, since: None };
            later(tx, &edit, edit.approved_by.unwrap_or(run.user_id), next).await?;
            events.push(set_status(tx, &edit, EditStatus::Checking, "", now).await?);
        }
    }
    Ok(events)
}

/// Ends the step of an edit whose site's run ended without success.
pub(in crate::store) async fn after_site_failure(
    tx: &mut Tx, run: &Run, error: Option<&RunError>, now: DateTime<Utc>,
) -> Result<Vec<NewEvent>> {
    let sql = "SELECT id FROM edits WHERE site_run_id = $1 AND workspace_id = $2 AND status = 'applying'";
    let Some((id,)) = query_opt!(&mut *tx, (Uuid,), sql, run.id, run.workspace_id)? else { return Ok(Vec::new()) };
    let Some(edit) = waiting(tx, run, id).await? else { return Ok(Vec::new()) };
    let detail = error.map_or("The run of its site was cancelled.", |error| error.detail.as_str());
    fail(tx, &edit, detail, now).await
}
