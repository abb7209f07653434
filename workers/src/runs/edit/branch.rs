//! Makes the changes of an edit in a branch, from which the website is published: the first file in a commit of its own, the
//! others once visitors get it.
//!
//! A website may take minutes to publish a commit. No worker waits for it: another run looks again.

use chrono::{DateTime, Duration, Utc};
use shared::{
    domain::{
        edit::{EditFile, EditFileStage, EditStatus, EditStep},
        now,
    },
    store::edit::{self, NextRun},
};
use targets::access::Access;

use super::{
    Job,
    apply::{restored, shown, urls},
    preview::is_applied,
    public::Public,
    write::Trouble,
};
use crate::{error::JobError, runs::done::Done};

/// Time that a website has to publish the first commit.
const PUBLISHING: Duration = Duration::minutes(15);
/// Pause until another run looks whether it did.
const LOOK_AGAIN: Duration = Duration::seconds(30);
/// Time after the last commit until the pages are compared, unless they are shown at once.
const AFTER_PUSH: Duration = Duration::seconds(60);

/// How far the changes are.
enum Published {
    /// The website shows all of them.
    All,
    /// The first file is pushed, since this time, and not shown yet.
    First(DateTime<Utc>),
    /// All files are pushed, the last ones in this commit if this attempt made it, and not all are shown yet.
    Pushed(Option<String>),
}

pub(super) async fn run(job: &Job<'_>, access: &Access, base: &str) -> Result<Done, JobError> {
    match publish(job, access, base).await {
        Ok(Published::All) => Ok(shown(job, base).await),
        Ok(Published::First(since)) => {
            let detail = format!(
                "The first file is pushed. The others follow once the website shows it, for which it has {} minutes.",
                PUBLISHING.num_minutes()
            );
            let next = NextRun { step: EditStep::Apply, at: now() + LOOK_AGAIN, since: Some(since) };
            Ok(job.ended_later(base, EditStatus::Applying, detail, next))
        }
        Ok(Published::Pushed(commit)) => {
            let pushed =
                commit.map_or_else(|| "All files are pushed.".to_owned(), |id| format!("The commit {id} is pushed."));
            let detail = format!("{pushed} The pages are compared once the website is published.");
            let next = NextRun { step: EditStep::Check, at: now() + AFTER_PUSH, since: None };
            Ok(job.ended_later(base, EditStatus::Checking, detail, next))
        }
        Err(Trouble::Stop(error)) => Err(error),
        Err(Trouble::Restore(reason)) => restored(job, access, base, reason).await,
    }
}

async fn publish(job: &Job<'_>, access: &Access, base: &str) -> Result<Published, Trouble> {
    let public = Public::new(job.context)?;
    let files = edit::files(&job.context.db, job.context.run.workspace_id, job.edit.id).await?;
    // An earlier attempt had begun to restore.
    job.may_write().await?;
    let (first, others): (Vec<EditFile>, Vec<EditFile>) = files.into_iter().partition(|file| file.is_canary);
    let part = format!("{} (first of {} files)", job.edit.title, first.len() + others.len());
    let message = if others.is_empty() { &job.edit.title } else { &part };
    push(job, access, message, &first, EditFileStage::Canary).await?;
    let since = job.since.unwrap_or_else(now);
    if !is_shown(job, &public, base, &first, since).await? {
        return Ok(Published::First(since));
    }
    let commit = push(job, access, &job.edit.title, &others, EditFileStage::Written).await?;
    let are_shown = are_shown(job, &public, base, &others).await?;
    Ok(if are_shown { Published::All } else { Published::Pushed(commit) })
}

/// Pushes the files of a part that are not recorded as pushed, in one commit; returns it. Repeating one pushes nothing.
async fn push(
    job: &Job<'_>, access: &Access, message: &str, part: &[EditFile], stage: EditFileStage,
) -> Result<Option<String>, Trouble> {
    let planned: Vec<&EditFile> = part.iter().filter(|file| file.stage == EditFileStage::Planned).collect();
    let Some(first) = planned.first() else { return Ok(None) };
    let name = if stage == EditFileStage::Canary { "canary" } else { "writing" };
    job.context.progress(if stage == EditFileStage::Canary { 10 } else { 50 }, name, &first.path);
    let commit = job.commit(access, message, &planned).await?;
    for file in planned {
        job.advance(file, stage).await?;
    }
    Ok(Some(commit))
}

/// Returns whether visitors get the first file. After the time for it, what was pushed is to be restored.
async fn is_shown(
    job: &Job<'_>, public: &Public, base: &str, first: &[EditFile], since: DateTime<Utc>,
) -> Result<bool, Trouble> {
    for file in first.iter().filter(|file| file.stage != EditFileStage::Verified) {
        job.context.progress(30, "verifying", &file.path);
        for url in urls(job, base, file) {
            match job.verify(public, base, &url).await {
                Ok(()) => {}
                Err(Trouble::Restore(_)) if now() - since < PUBLISHING => return Ok(false),
                Err(Trouble::Restore(reason)) => {
                    let waited = format!("It had {} minutes to publish the first commit.", PUBLISHING.num_minutes());
                    return Err(Trouble::Restore(format!("{reason} {waited}")));
                }
                Err(stop) => return Err(stop),
            }
        }
        job.advance(file, EditFileStage::Verified).await?;
    }
    Ok(true)
}

/// Returns whether visitors get the other files at once.
async fn are_shown(job: &Job<'_>, public: &Public, base: &str, others: &[EditFile]) -> Result<bool, Trouble> {
    for file in others.iter().filter(|file| file.stage != EditFileStage::Verified) {
        if job.context.is_cancelled() {
            return Err(Trouble::Stop(JobError::Cancelled));
        }
        job.context.progress(80, "verifying", &file.path);
        for url in urls(job, base, file) {
            let seen = job.look(public, base, &job.at(base, &url)).await?;
            if !seen.iter().all(is_applied) {
                return Ok(false);
            }
        }
        job.advance(file, EditFileStage::Verified).await?;
    }
    Ok(true)
}
