//! What the end of a run without success means for its edit.

use chrono::{DateTime, Utc};
use futures::FutureExt;
use uuid::Uuid;

use super::{ended::finish, lock};
use crate::{
    domain::{
        edit::{Edit, EditStatus, EditStep, EditWay},
        event::NewEvent,
        run::{Run, RunError},
    },
    store::{
        Result, Tx,
        effect::{Applied, RunRules},
    },
};

const CANCELLED: &str = "It was cancelled. Start it again.";

/// Rules of runs of edits.
#[derive(Debug)]
pub(in crate::store) struct EditRun;

impl RunRules for EditRun {
    fn unsuccessful<'a>(
        &'a self, tx: &'a mut Tx, run: &'a Run, error: Option<&'a RunError>, now: DateTime<Utc>,
    ) -> Applied<'a> {
        unsuccessful(tx, run, error, now).boxed()
    }
}

async fn unsuccessful(tx: &mut Tx, run: &Run, error: Option<&RunError>, now: DateTime<Utc>) -> Result<Vec<NewEvent>> {
    let Some((id, step)) = payload(run) else { return Ok(Vec::new()) };
    let found = lock(tx, run.workspace_id, id).await?;
    // An edit that another run has taken since does not wait for this one.
    let Some(edit) = found.filter(|edit| edit.run_id == Some(run.id)) else { return Ok(Vec::new()) };
    // A build that was started goes on without the run that started it.
    let is_building = edit.site_run_status.is_some_and(|status| !status.is_final());
    if !is_at_work(&edit, step) || is_building {
        return Ok(Vec::new());
    }
    let status = status_after(&edit, step, error.is_none());
    let reason = error.map_or(CANCELLED, |error| error.detail.as_str());
    let left = match status {
        EditStatus::Failed if edit.written_files > 0 => {
            format!(" {} of {} files are changed. Undo the edit to restore them.", edit.written_files, edit.files)
        }
        _ => String::new(),
    };
    finish(tx, &edit, status, &format!("{reason}{left}"), now).await
}

/// Returns the edit and the step of a run.
fn payload(run: &Run) -> Option<(Uuid, EditStep)> {
    let text = |field: &str| run.payload.0.get(field).and_then(serde_json::Value::as_str);
    Some((text("editId")?.parse().ok()?, text("step")?.parse().ok()?))
}

/// Returns false if the step has ended already: a run that is retried by hand changes nothing.
const fn is_at_work(edit: &Edit, step: EditStep) -> bool {
    match step {
        EditStep::Prepare => matches!(edit.status, EditStatus::Preparing),
        EditStep::Apply | EditStep::Undo => matches!(edit.status, EditStatus::Applying),
        EditStep::Check => matches!(edit.status, EditStatus::Checking | EditStatus::Applied),
    }
}

fn status_after(edit: &Edit, step: EditStep, is_cancelled: bool) -> EditStatus {
    match step {
        EditStep::Prepare => EditStatus::Draft,
        EditStep::Apply if is_cancelled && edit.written_files == 0 => EditStatus::Ready,
        EditStep::Apply => EditStatus::Failed,
        EditStep::Check | EditStep::Undo if edit.applied_at.is_some() => EditStatus::Applied,
        EditStep::Check if edit.way == Some(EditWay::Person) => EditStatus::Waiting,
        EditStep::Check => EditStatus::Checking,
        EditStep::Undo => EditStatus::Failed,
    }
}
