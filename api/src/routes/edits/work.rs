//! Starts the steps of an edit.

use std::time::Duration;

use axum::response::Response;
use shared::{
    domain::{
        edit::{EditStatus, EditStep},
        now,
    },
    events,
    store::{
        Tx,
        edit::{self, EditStart},
        kill_switch,
    },
};
use uuid::Uuid;

use super::view::{self, AtWork};
use crate::{
    error::{ApiError, FieldError, Result},
    extract::{Changes, Member, Success},
    routes::runs::{
        start,
        wait::{self, Waiter},
    },
    state::AppState,
};

/// Error of a status that does not allow a call.
pub(super) fn refused(status: EditStatus) -> ApiError {
    let detail = match status {
        EditStatus::Draft => "The edit is a draft. Prepare it first.",
        EditStatus::Preparing => "The edit is being prepared. Wait until it is ready.",
        EditStatus::Ready => "The edit is not approved yet.",
        EditStatus::Applying => "The changes of the edit are being made. Wait until that ends.",
        EditStatus::Checking => "The pages are being compared with the edit. Wait until that ends.",
        EditStatus::Waiting => "A person makes the changes of the edit. Check it, or cancel it.",
        EditStatus::Applied => "The changes of the edit are on the website.",
        EditStatus::RolledBack => "The changes of the edit were restored. Prepare it again.",
        EditStatus::Failed => "The edit failed. Prepare it again, or undo it if files are changed.",
        EditStatus::Undone => "The edit was undone. Create another one.",
        EditStatus::Cancelled => "The edit was cancelled. Create another one.",
    };
    ApiError::Conflict(FieldError::new("/status", detail))
}

/// Error of an edit on which a run works.
pub(super) fn busy() -> ApiError {
    ApiError::Conflict(FieldError::new("/runId", "A run is working on this edit. Wait for it, or cancel it."))
}

/// Refuses a step that writes to the website while execution is stopped.
pub(super) async fn check_kill_switch(tx: &mut Tx, workspace_id: Uuid) -> Result<()> {
    if kill_switch::is_stopped(tx, workspace_id, now()).await? {
        let detail = "The kill switch is on: no edit is applied or undone until someone turns it off.";
        return Err(ApiError::Conflict(FieldError::new("/killSwitch", detail)));
    }
    Ok(())
}

/// Starts a step in a transaction.
pub(super) async fn begin(
    state: &AppState, tx: &mut Tx, member: &Member<Changes>, id: Uuid, step: EditStep,
) -> Result<EditStart> {
    let limits = state.settings.workspace;
    checked(edit::start(tx, limits, (member.workspace_id, id), member.caller.user_id, step, now()).await?)
}

/// Returns a step that was started, or why it was not; the transaction must be rolled back then.
pub(super) fn checked(started: EditStart) -> Result<EditStart> {
    match started {
        EditStart::Busy => Err(busy()),
        EditStart::Refused(status) => Err(refused(status)),
        EditStart::NotFound => Err(ApiError::NotFound("edit")),
        EditStart::Run(..) | EditStart::Done(_) => Ok(started),
    }
}

/// Delivers a step whose transaction was committed, waits for its run, and returns the resulting edit.
pub(super) async fn answer(
    state: &AppState, workspace_id: Uuid, id: Uuid, started: EditStart, waiter: Waiter, wait: Duration,
) -> Result<Response> {
    let run = match started {
        EditStart::Run(run, stored) => {
            start::deliver(state, std::slice::from_ref(&*run)).await;
            events::publish_stored(&state.bus, stored);
            Some(waiter.ended(state, *run).await?)
        }
        EditStart::Done(stored) => {
            events::publish_stored(&state.bus, stored);
            None
        }
        EditStart::Busy | EditStart::Refused(_) | EditStart::NotFound => None,
    };
    let edit = view::one(state, workspace_id, id).await?;
    let is_ended = run.as_ref().is_none_or(|run| run.status.is_final());
    Ok(wait::answer(is_ended, wait, AtWork { success: Success, edit, run: run.map(Into::into) }))
}
