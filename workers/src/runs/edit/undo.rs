//! Undoes the changes of an edit.

use shared::domain::edit::{EditStatus, EditStep, EditWay};

use super::{Job, access::open, apply::release};
use crate::{error::JobError, runs::done::Done};

pub(super) async fn run(job: &Job<'_>) -> Result<Done, JobError> {
    match job.edit.way {
        Some(EditWay::Release) => release(job, EditStep::Undo).await,
        Some(EditWay::Access) => access(job).await,
        Some(EditWay::Person) | None => {
            Err(JobError::permanent("by-a-person", "A person made the changes. Undo them where they were made."))
        }
    }
}

async fn access(job: &Job<'_>) -> Result<Done, JobError> {
    let (access, row) = open(job.context, job.edit.website_id).await?;
    let restored = job.restore(&access).await?;
    let stuck = restored.stuck.join("; ");
    if restored.stuck.is_empty() {
        return Ok(job.ended(&row.base_url, EditStatus::Undone, "", None));
    }
    if restored.files == 0 {
        let status = if job.edit.applied_at.is_some() { EditStatus::Applied } else { EditStatus::Failed };
        return Ok(job.ended(&row.base_url, status, format!("Nothing was undone. {stuck}"), None));
    }
    let detail = format!("{} files are restored. Not restored: {stuck}", restored.files);
    Ok(job.ended(&row.base_url, EditStatus::Undone, detail, None))
}
