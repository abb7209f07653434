//! Compares the pages of a website with the changes of an edit.

use serde_json::{Value, json};
use shared::{
    domain::edit::{EditStatus, EditWay},
    store::website_access,
};

use super::{
    Job,
    preview::{check, is_applied, unseen},
    public::Public,
    redirects,
    source::Source,
};
use crate::{error::JobError, runs::done::Done};

pub(super) async fn run(job: &Job<'_>) -> Result<Done, JobError> {
    let (base, checked) = match job.edit.way {
        Some(EditWay::Release) => of_release(job).await?,
        Some(EditWay::Access) => {
            let (ws, website_id) = (job.context.run.workspace_id, job.edit.website_id);
            let row = website_access::find(&job.context.db, ws, website_id).await?;
            let base = row.map_or_else(|| job.edit.website_url.clone(), |row| row.base_url);
            let checked = seen(job, &base).await?;
            (base, checked)
        }
        Some(EditWay::Person) | None => {
            let base = job.edit.website_url.clone();
            let checked = seen(job, &base).await?;
            (base, checked)
        }
    };
    let shown = checked.iter().filter(|one| is_applied(one)).count();
    let total = job.changes.len();
    if shown == total {
        return Ok(job.ended(&base, EditStatus::Applied, "", Some(checked)));
    }
    let detail = format!("{shown} of {total} changes are on the website.");
    if job.edit.applied_at.is_some() {
        return Ok(job.ended(&base, EditStatus::Applied, detail, Some(checked)));
    }
    if job.edit.way == Some(EditWay::Person) {
        return Ok(job.ended(&base, EditStatus::Waiting, detail, Some(checked)));
    }
    if job.context.run.attempt < job.context.run.max_attempts {
        // A website that is published from a branch takes its time.
        return Err(JobError::transient("not-shown", detail));
    }
    Ok(job.ended(&base, EditStatus::Checking, format!("{detail} Check it again later, or undo it."), Some(checked)))
}

/// Returns what visitors get of each change.
pub(super) async fn seen(job: &Job<'_>, base: &str) -> Result<Vec<Value>, JobError> {
    let public = Public::new(job.context)?;
    let mut checked = vec![unseen(""); job.changes.len()];
    let redirects = job.changes.iter().enumerate().filter(|(_, change)| !change.is_on_page());
    let groups: Vec<Vec<usize>> =
        job.pages().into_iter().map(|(_, of_page)| of_page).chain(redirects.map(|(at, _)| vec![at])).collect();
    for (done, group) in groups.iter().enumerate() {
        if job.context.is_cancelled() {
            return Err(JobError::Cancelled);
        }
        let path = group.first().and_then(|at| job.changes.get(*at)).map(edits::Change::path).unwrap_or_default();
        job.context.progress(i32::try_from(95 * done / groups.len().max(1)).unwrap_or(95), "checking", path);
        for (at, one) in group.iter().zip(job.look(&public, base, group).await?) {
            if let Some(slot) = checked.get_mut(*at) {
                *slot = one;
            }
        }
    }
    Ok(checked)
}

/// Returns what the live release has of each change: its deployment compared its files with what visitors get.
async fn of_release(job: &Job<'_>) -> Result<(String, Vec<Value>), JobError> {
    let source = Source::open(job).await?;
    let mut checked = vec![unseen("the website has no such page"); job.changes.len()];
    for (path, of_page) in job.pages() {
        if job.context.is_cancelled() {
            return Err(JobError::Cancelled);
        }
        let Ok(found) = source.page(job, path).await? else { continue };
        for at in of_page {
            let (Some(change), Some(slot)) = (job.changes.get(at).cloned(), checked.get_mut(at)) else { continue };
            let html = found.bytes.clone();
            *slot = job.context.compute(move |context| check(&html, &change, &|| context.is_cancelled())).await?;
        }
    }
    let file = source.file(job, redirects::NAME).await?.unwrap_or_default();
    for (change, slot) in job.changes.iter().zip(&mut checked).filter(|(change, _)| !change.is_on_page()) {
        *slot = json!({ "isApplied": redirects::has(&file, change), "found": null });
    }
    Ok((source.base().to_owned(), checked))
}
