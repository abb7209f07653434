//! Starts the steps of an edit.

use chrono::{DateTime, Utc};
use serde_json::json;
use uuid::Uuid;

use super::{event, lock, page_changes::remove, set_status};
use crate::{
    config::WorkspaceLimits,
    domain::{
        edit::{Edit, EditStatus, EditStep, EditWay},
        event::NewEvent,
        run::{NewRun, Run, RunKind},
    },
    store::{
        Result, Tx,
        event::{self as events, StoredEvent},
        macros::*,
        opportunity, release, run, site,
    },
};

/// Result of starting a step of an edit.
#[derive(Debug)]
pub enum EditStart {
    /// Its run is stored and must be delivered after the commit; the events are to be published.
    Run(Box<Run>, Vec<StoredEvent>),
    /// No run is needed; the events are to be published.
    Done(Vec<StoredEvent>),
    /// A run works on the edit.
    Busy,
    /// The status of the edit does not allow the step.
    Refused(EditStatus),
    /// The workspace has no such edit.
    NotFound,
}

/// Starts a step of an edit. An approval is the start of [`EditStep::Apply`]: the caller makes sure that a person does it.
///
/// # Errors
/// Returns [`StoreError::OverLimit`](crate::store::StoreError::OverLimit) if the workspace may not start another run
/// today, or an error if a query fails.
pub async fn start(
    tx: &mut Tx, limits: WorkspaceLimits, (workspace_id, id): (Uuid, Uuid), user_id: Uuid, step: EditStep,
    now: DateTime<Utc>,
) -> Result<EditStart> {
    let edit = match free(tx, workspace_id, id).await? {
        Ok(edit) => edit,
        Err(refused) => return Ok(refused),
    };
    let Some(status) = status_of(&edit, step) else { return Ok(EditStart::Refused(edit.status)) };
    let payload = json!({ "editId": id, "step": step });
    let new =
        NewRun { website_id: Some(edit.website_id), ..NewRun::new(workspace_id, user_id, RunKind::Edit, payload) };
    let sql = "UPDATE edits SET run_id = $2, step = $3 WHERE id = $1";
    execute!(&mut *tx, sql, id, new.id, step)?;
    if step == EditStep::Apply {
        approve(tx, &edit, user_id, now).await?;
    }
    let changed = set_status(tx, &edit, status, "", now).await?;
    // Undoing is always possible and not counted.
    let inserted = if step == EditStep::Undo {
        run::insert(&mut *tx, &new).await?
    } else {
        run::insert_counted(&mut *tx, limits, &new).await?
    };
    let stored = events::append(tx, &[changed], now).await?;
    Ok(EditStart::Run(Box::new(inserted.run), stored))
}

/// Returns the status of an edit during a step; `None` if its present one does not allow the step.
fn status_of(edit: &Edit, step: EditStep) -> Option<EditStatus> {
    use EditStatus::{Applied, Applying, Checking, Draft, Failed, Preparing, Ready, RolledBack, Waiting};
    match (step, edit.status) {
        (EditStep::Prepare, Draft | Ready | RolledBack) => Some(Preparing),
        (EditStep::Prepare, Failed) if edit.written_files == 0 => Some(Preparing),
        (EditStep::Apply, Ready) => Some(Applying),
        (EditStep::Check, Applied) => Some(Applied),
        (EditStep::Check, Waiting | Checking) => Some(Checking),
        // What a person made is undone by another edit.
        (EditStep::Undo, _) if edit.way != Some(EditWay::Person) && edit.can_be_undone() => Some(Applying),
        _ => None,
    }
}

/// Locks an edit for which no run is at work.
async fn free(tx: &mut Tx, workspace_id: Uuid, id: Uuid) -> Result<std::result::Result<Edit, EditStart>> {
    let Some(edit) = lock(tx, workspace_id, id).await? else { return Ok(Err(EditStart::NotFound)) };
    Ok(if edit.run_at_work().is_some() { Err(EditStart::Busy) } else { Ok(edit) })
}

async fn approve(tx: &mut Tx, edit: &Edit, user_id: Uuid, now: DateTime<Utc>) -> Result<()> {
    let sql = "UPDATE edits SET approved_by = $2, approved_at = $3, applied_at = NULL, undone_at = NULL WHERE id = $1";
    execute!(tx, sql, edit.id, user_id, now).map(|_| ())
}

/// Approves an edit whose changes a person makes: it waits for them.
///
/// # Errors
/// Returns an error if a query fails.
pub async fn approve_for_person(
    tx: &mut Tx, (workspace_id, id): (Uuid, Uuid), user_id: Uuid, now: DateTime<Utc>,
) -> Result<EditStart> {
    let edit = match free(tx, workspace_id, id).await? {
        Ok(edit) => edit,
        Err(refused) => return Ok(refused),
    };
    if edit.status != EditStatus::Ready || edit.way != Some(EditWay::Person) {
        return Ok(EditStart::Refused(edit.status));
    }
    approve(tx, &edit, user_id, now).await?;
    let detail = "Make the changes on the website, by the patch or the instructions. Then check them.";
    let changed = set_status(tx, &edit, EditStatus::Waiting, detail, now).await?;
    Ok(EditStart::Done(events::append(tx, &[changed], now).await?))
}

/// Cancels an edit whose changes are not made. While an access is being written, the run restores what it wrote.
///
/// # Errors
/// Returns an error if a query fails.
pub async fn cancel(tx: &mut Tx, workspace_id: Uuid, id: Uuid, now: DateTime<Utc>) -> Result<EditStart> {
    let Some(found) = super::find(&mut *tx, workspace_id, id).await? else { return Ok(EditStart::NotFound) };
    if found.way == Some(EditWay::Release) {
        // The site is locked before the edit.
        site::lock(tx, workspace_id, found.website_id).await?;
    }
    let Some(edit) = lock(tx, workspace_id, id).await? else { return Ok(EditStart::NotFound) };
    let is_at_work = edit.run_at_work().is_some();
    match edit.status {
        EditStatus::Applying if is_at_work && edit.way == Some(EditWay::Access) => {
            let sql = "UPDATE edits SET failure = COALESCE(failure, $2), updated_at = $3 WHERE id = $1";
            execute!(&mut *tx, sql, id, "It was cancelled.", now)?;
            let told = event(&edit, edit.status, &edit.detail);
            Ok(EditStart::Done(events::append(tx, &[told], now).await?))
        }
        EditStatus::Draft | EditStatus::Ready | EditStatus::Waiting | EditStatus::Applying if !is_at_work => {
            remove(tx, id).await?;
            if let Some(release_id) = edit.release_id.filter(|_| edit.status == EditStatus::Applying) {
                release::withdraw(tx, release_id).await?;
            }
            let mut all: Vec<NewEvent> = vec![set_status(tx, &edit, EditStatus::Cancelled, "", now).await?];
            all.extend(opportunity::after_edit(tx, &edit, EditStatus::Cancelled, now).await?);
            Ok(EditStart::Done(events::append(tx, &all, now).await?))
        }
        _ if is_at_work => Ok(EditStart::Busy),
        status => Ok(EditStart::Refused(status)),
    }
}
