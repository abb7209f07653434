//! Makes the changes of an approved edit.

use serde_json::json;
use shared::{
    domain::{
        edit::{EditFile, EditFileStage, EditStatus, EditStep, EditWay},
        now,
    },
    store::edit::{self, ReleaseStart},
};
use targets::access::{Access, AccessKind};

use super::{Job, access::open, branch, public::Public, write::Trouble};
use crate::{error::JobError, runs::done::Done};

pub(super) async fn run(job: &Job<'_>) -> Result<Done, JobError> {
    match job.edit.way {
        Some(EditWay::Release) => release(job, EditStep::Apply).await,
        Some(EditWay::Access) => access(job).await,
        Some(EditWay::Person) | None => {
            Err(JobError::permanent("no-way", "The edit was not prepared for an access. Prepare it again."))
        }
    }
}

/// Starts the build of the site; the rest follows from its end.
pub(super) async fn release(job: &Job<'_>, step: EditStep) -> Result<Done, JobError> {
    let context = job.context;
    let limits = context.workspace;
    match edit::begin_release(&context.db, limits, &context.run, (job.edit.id, step), now()).await? {
        ReleaseStart::Begun(run_id, stored) => {
            context.publish_stored(stored);
            Ok(Done { result: json!({ "editId": job.edit.id, "siteRunId": run_id }), effects: Vec::new() })
        }
        ReleaseStart::Busy => {
            Err(JobError::transient("site-busy", "Another run works on the site. The edit is tried again later."))
        }
        ReleaseStart::Stopped => Err(JobError::permanent(
            "stopped",
            "The kill switch is on: nothing is deployed until someone turns it off.",
        )),
        ReleaseStart::NotLive => Err(JobError::permanent("not-live", "The site is no longer live. Deploy it first.")),
        ReleaseStart::Lost => Err(JobError::Cancelled),
    }
}

async fn access(job: &Job<'_>) -> Result<Done, JobError> {
    let (access, row) = open(job.context, job.edit.website_id).await?;
    let base = row.base_url.clone();
    if access.kind() == AccessKind::Git {
        return branch::run(job, &access, &base).await;
    }
    match write_all(job, &access, &base).await {
        Ok(()) => Ok(shown(job, &base).await),
        Err(Trouble::Stop(error)) => Err(error),
        Err(Trouble::Restore(reason)) => restored(job, &access, &base, reason).await,
    }
}

/// Ends an edit whose changes the website shows.
pub(super) async fn shown(job: &Job<'_>, base: &str) -> Done {
    let checked = vec![json!({ "isApplied": true, "found": null }); job.changes.len()];
    let checked = super::check::seen(job, base).await.unwrap_or(checked);
    job.ended(base, EditStatus::Applied, "", Some(checked))
}

/// Writes the first files, compares their pages, and writes the others then.
async fn write_all(job: &Job<'_>, access: &Access, base: &str) -> Result<(), Trouble> {
    let public = Public::new(job.context)?;
    let files = edit::files(&job.context.db, job.context.run.workspace_id, job.edit.id).await?;
    // An earlier attempt had begun to restore.
    job.may_write().await?;
    let (canary, others): (Vec<&EditFile>, Vec<&EditFile>) = files.iter().partition(|file| file.is_canary);
    let total = files.len();
    write_part(job, access, &public, base, &canary, (0, total)).await?;
    write_part(job, access, &public, base, &others, (canary.len(), total)).await
}

async fn write_part(
    job: &Job<'_>, access: &Access, public: &Public, base: &str, files: &[&EditFile], (done, total): (usize, usize),
) -> Result<(), Trouble> {
    let tell = |no: usize, stage: &str, path: &str| {
        let percent = 95 * (done + no) / total.max(1);
        job.context.progress(i32::try_from(percent).unwrap_or(95), stage, path);
    };
    for (no, file) in files.iter().enumerate().filter(|(_, file)| file.stage == EditFileStage::Planned) {
        let stage = if file.is_canary { EditFileStage::Canary } else { EditFileStage::Written };
        tell(no, if file.is_canary { "canary" } else { "writing" }, &file.path);
        job.write(access, file, stage).await?;
    }
    for (no, file) in files.iter().enumerate().filter(|(_, file)| file.stage != EditFileStage::Verified) {
        tell(no, "verifying", &file.path);
        for url in urls(job, base, file) {
            job.verify(public, base, &url).await?;
        }
        job.advance(file, EditFileStage::Verified).await?;
    }
    Ok(())
}

/// Returns the addresses that a file is about: its page, or the old addresses of redirects.
pub(super) fn urls(job: &Job<'_>, base: &str, file: &EditFile) -> Vec<String> {
    if let Some(url) = &file.url {
        return vec![url.clone()];
    }
    let redirects = job.changes.iter().filter(|change| !change.is_on_page());
    redirects.filter_map(|change| super::address(base, change.path()).map(String::from)).collect()
}

/// Restores what was written. The reason is stored first, so that another attempt goes on with it.
pub(super) async fn restored(job: &Job<'_>, access: &Access, base: &str, reason: String) -> Result<Done, JobError> {
    if !edit::keep_failure(&job.context.db, &job.context.run, job.edit.id, &reason).await? {
        return Err(JobError::Cancelled);
    }
    let restored = job.restore(access).await?;
    if restored.stuck.is_empty() {
        let all = match restored.files {
            0 => "Nothing was changed.".to_owned(),
            1 => "The file that was written is restored.".to_owned(),
            files => format!("All {files} files that were written are restored."),
        };
        return Ok(job.ended(base, EditStatus::RolledBack, format!("{reason} {all}"), None));
    }
    let detail = format!("{reason} Not restored: {}.", restored.stuck.join("; "));
    Ok(job.ended(base, EditStatus::Failed, detail, None))
}
