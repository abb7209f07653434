//! User operations on runs: cancel, pause, resume, retry.

use chrono::{DateTime, Duration, Utc};
use uuid::Uuid;

use super::{log::note, outcome::finished_event, parent, recover::Due, rules::rules, run_columns};
use crate::{
    config::WorkspaceLimits,
    domain::{
        event::NewEvent,
        run::{Run, RunStatus},
    },
    store::{
        Db, Result, Tx,
        event::{self, StoredEvent},
        macros::*,
        usage,
    },
};

/// Result of a user's operation on a run.
#[derive(Debug)]
pub struct Cancelled {
    /// Current state of the run.
    pub run: Run,
    /// Runs held by workers, which must be notified.
    pub held: Vec<Uuid>,
    /// Events to send.
    pub events: Vec<StoredEvent>,
}

/// Cancels a run of the workspace and its children: at once if no worker holds them, otherwise as soon as the worker
/// notices. A finished run is not changed. Returns `None` if the run does not exist.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn cancel(db: &Db, workspace_id: Uuid, id: Uuid, now: DateTime<Utc>) -> Result<Option<Cancelled>> {
    let mut tx = db.begin_by_id().await?;
    let Some(run) = lock(&mut tx, workspace_id, id).await? else { return Ok(None) };
    let (mut held, mut events) = (Vec::new(), Vec::new());
    if run.children_total > 0 && !run.status.is_final() {
        cancel_children(&mut tx, &run, &mut held, &mut events, now).await?;
    } else {
        cancel_one(&mut tx, &run, &mut held, &mut events, now).await?;
    }
    let events = event::append(&mut tx, &events, now).await?;
    let Some(run) = lock(&mut tx, workspace_id, id).await? else { return Ok(None) };
    tx.commit().await?;
    Ok(Some(Cancelled { run, held, events }))
}

async fn lock(tx: &mut Tx, workspace_id: Uuid, id: Uuid) -> Result<Option<Run>> {
    let sql = concat!("SELECT ", run_columns!(), " FROM runs WHERE id = $1 AND workspace_id = $2");
    query_opt!(tx, Run, sql, id, workspace_id)
}

async fn cancel_one(
    tx: &mut Tx, run: &Run, held: &mut Vec<Uuid>, events: &mut Vec<NewEvent>, now: DateTime<Utc>,
) -> Result<()> {
    let ended = execute!(
        tx,
        "UPDATE runs SET status = 'cancelled', finished_at = $2, cancel_requested = $3
          WHERE id = $1 AND status IN ('queued', 'paused')",
        run.id,
        now,
        true
    )?;
    if ended == 1 {
        events.push(finished_event(run, RunStatus::Cancelled, None));
        events.extend(rules(run.kind).unsuccessful(tx, run, None, now).await?);
        note(tx, run.id, run.attempt, "cancelled", "before it began", now).await?;
        if let Some(id) = run.parent_id {
            events.extend(parent::add(tx, id, 1, 1, now).await?);
        }
        return Ok(());
    }
    let asked =
        execute!(tx, "UPDATE runs SET cancel_requested = $2 WHERE id = $1 AND status = 'running'", run.id, true)?;
    if asked == 1 {
        note(tx, run.id, run.attempt, "cancel-requested", "", now).await?;
        held.push(run.id);
    }
    Ok(())
}

/// The parent ends at once; running children end by themselves and no longer change it.
async fn cancel_children(
    tx: &mut Tx, parent: &Run, held: &mut Vec<Uuid>, events: &mut Vec<NewEvent>, now: DateTime<Utc>,
) -> Result<()> {
    let mut ended = 0;
    if !rules(parent.kind).cancels_children(tx, parent).await? {
        ended = execute!(
            tx,
            "UPDATE runs SET status = 'cancelled', finished_at = $2, cancel_requested = $3
              WHERE parent_id = $1 AND status IN ('queued', 'paused')",
            parent.id,
            now,
            true
        )?;
    }
    let at_work = write_all!(
        tx,
        (Uuid,),
        "UPDATE runs SET cancel_requested = $2 WHERE parent_id = $1 AND status = 'running' RETURNING id",
        parent.id,
        true
    )?;
    held.extend(at_work.into_iter().map(|(id,)| id));
    let ended = i32::try_from(ended).unwrap_or(i32::MAX);
    // The rules of the children are not called: those of their parent know which records wait for them. They come before
    // the parent's row, which outcomes of children lock after those records.
    events.extend(rules(parent.kind).unsuccessful(tx, parent, None, now).await?);
    execute!(
        tx,
        "UPDATE runs SET status = 'cancelled', finished_at = $2, cancel_requested = $3,
           children_done = children_done + $4, children_failed = children_failed + $4 WHERE id = $1",
        parent.id,
        now,
        true,
        ended
    )?;
    note(tx, parent.id, parent.attempt, "cancelled", "with the children that had not begun", now).await?;
    events.push(finished_event(parent, RunStatus::Cancelled, None));
    Ok(())
}

/// Children of a parent that were cancelled.
#[derive(Debug, Default)]
pub(in crate::store) struct CancelledChildren {
    /// Number of those that had not begun.
    pub(in crate::store) ended: u64,
    /// Runs held by workers, which must be notified.
    pub(in crate::store) held: Vec<Uuid>,
}

/// Cancels at most `most` children of a cancelled parent that have not begun, and asks for the cancellation of those that began
/// meanwhile. Count them with [`count_cancelled`].
///
/// # Errors
/// Returns an error if a query fails.
pub(in crate::store) async fn cancel_some_children(
    tx: &mut Tx, parent_id: Uuid, most: i64, now: DateTime<Utc>,
) -> Result<CancelledChildren> {
    let ended = execute!(
        &mut *tx,
        "UPDATE runs SET status = 'cancelled', finished_at = $2, cancel_requested = $3
          WHERE status IN ('queued', 'paused') AND id IN
            (SELECT id FROM runs WHERE parent_id = $1 AND status IN ('queued', 'paused') ORDER BY id LIMIT $4)",
        parent_id,
        now,
        true,
        most
    )?;
    let began = write_all!(
        tx,
        (Uuid,),
        "UPDATE runs SET cancel_requested = $2 WHERE parent_id = $1 AND status = 'running' AND NOT cancel_requested
         RETURNING id",
        parent_id,
        true
    )?;
    Ok(CancelledChildren { ended, held: began.into_iter().map(|(id,)| id).collect() })
}

/// Counts children of a cancelled parent as failed: those that were cancelled before they began, or never stored.
///
/// # Errors
/// Returns an error if the query fails.
pub(in crate::store) async fn count_cancelled(tx: &mut Tx, parent_id: Uuid, count: u64) -> Result<()> {
    let count = i32::try_from(count).unwrap_or(i32::MAX);
    let sql =
        "UPDATE runs SET children_done = children_done + $2, children_failed = children_failed + $2 WHERE id = $1";
    execute!(tx, sql, parent_id, count).map(|_| ())
}

/// Pauses the children of a parent that have not started. Returns `None` if there is no such running parent.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn pause(db: &Db, workspace_id: Uuid, id: Uuid, now: DateTime<Utc>) -> Result<Option<Run>> {
    let mut tx = db.begin_by_id().await?;
    let sql = concat!(
        "UPDATE runs SET status = 'paused' WHERE id = $1 AND workspace_id = $2 AND status = 'running'
            AND children_total > 0 RETURNING ",
        run_columns!()
    );
    let Some(run) = write_opt!(&mut tx, Run, sql, id, workspace_id)? else { return Ok(None) };
    execute!(
        &mut tx,
        "UPDATE runs SET status = 'paused', wake_at = NULL WHERE parent_id = $1 AND status = 'queued'",
        id
    )?;
    note(&mut tx, id, run.attempt, "paused", "", now).await?;
    tx.commit().await?;
    Ok(Some(run))
}

/// Maximum number of children that a transaction resumes.
const RESUMED_AT_ONCE: i64 = 1_000;

/// Resumes a paused parent; returns it and the children to deliver. The children are resumed some at a time, so that other writers
/// of SQLite do not wait for all, and the parent last: after the end of a process it is still paused, and can be resumed.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn resume(db: &Db, workspace_id: Uuid, id: Uuid, now: DateTime<Utc>) -> Result<Option<(Run, Vec<Due>)>> {
    let mut due = Vec::new();
    loop {
        let mut tx = db.begin_by_id().await?;
        let is_paused = |run: &Run| run.status == RunStatus::Paused && run.children_total > 0;
        if !lock(&mut tx, workspace_id, id).await?.is_some_and(|run| is_paused(&run)) {
            return Ok(None);
        }
        let children = resume_some(&mut tx, id, now).await?;
        let is_last = i64::try_from(children.len()).is_ok_and(|count| count < RESUMED_AT_ONCE);
        due.extend(children);
        if !is_last {
            tx.commit().await?;
            continue;
        }
        let sql = concat!(
            "UPDATE runs SET status = 'running' WHERE id = $1 AND status = 'paused' RETURNING ",
            run_columns!()
        );
        let Some(run) = write_opt!(&mut tx, Run, sql, id)? else { return Ok(None) };
        note(&mut tx, id, run.attempt, "resumed", "", now).await?;
        tx.commit().await?;
        return Ok(Some((run, due)));
    }
}

async fn resume_some(tx: &mut Tx, parent_id: Uuid, now: DateTime<Utc>) -> Result<Vec<Due>> {
    write_all!(
        tx,
        Due,
        "UPDATE runs SET status = 'queued', wake_at = $2 WHERE status = 'paused' AND id IN
           (SELECT id FROM runs WHERE parent_id = $1 AND status = 'paused' ORDER BY id LIMIT $3)
         RETURNING id, lane, user_id, is_short",
        parent_id,
        now + Duration::seconds(5),
        RESUMED_AT_ONCE
    )
}

/// Retries a failed or cancelled run of the workspace with the same input and new attempts. For a parent: its failed
/// children. Returns the run and the runs to deliver; `None` if there is nothing to retry.
///
/// # Errors
/// Returns [`StoreError::OverLimit`](crate::store::StoreError::OverLimit) if the workspace may not start them today, or
/// an error if a query fails.
pub async fn retry(
    db: &Db, limits: WorkspaceLimits, workspace_id: Uuid, id: Uuid, now: DateTime<Utc>,
) -> Result<Option<(Run, Vec<Run>)>> {
    let mut tx = db.begin().await?;
    let Some(run) = lock(&mut tx, workspace_id, id).await? else { return Ok(None) };
    if !matches!(run.status, RunStatus::Failed | RunStatus::Cancelled) {
        return Ok(None);
    }
    let wake_at = now + Duration::seconds(5);
    let sql = concat!(
        "UPDATE runs SET status = 'queued', run_at = $3, wake_at = $4, finished_at = NULL, error = NULL, result = NULL,
           cancel_requested = $5, percent = 0, stage = '', message = '', max_attempts = attempt + $6
          WHERE (($2 AND parent_id = $1) OR (NOT $2 AND id = $1)) AND status IN ('failed', 'cancelled') RETURNING ",
        run_columns!()
    );
    let is_parent = run.children_total > 0;
    let attempts = run.kind.policy().max_attempts;
    let again = write_all!(&mut tx, Run, sql, id, is_parent, now, wake_at, false, attempts)?;
    if is_parent {
        if again.is_empty() {
            // All its children have succeeded, so nothing would end it again.
            return Ok(None);
        }
        reopen_parent(&mut tx, id, again.len()).await?;
    } else if let Some(parent) = run.parent_id {
        reopen_parent(&mut tx, parent, 1).await?;
    }
    note(&mut tx, id, run.attempt, "retried", "", now).await?;
    let count = i64::try_from(again.len()).unwrap_or(i64::MAX);
    usage::count_runs(&mut tx, limits, workspace_id, count, now).await?;
    let run = lock(&mut tx, workspace_id, id).await?;
    tx.commit().await?;
    Ok(run.map(|run| (run, again)))
}

async fn reopen_parent(tx: &mut Tx, id: Uuid, again: usize) -> Result<()> {
    let again = i32::try_from(again).unwrap_or(i32::MAX);
    execute!(
        tx,
        "UPDATE runs SET status = 'running', finished_at = NULL, error = NULL, cancel_requested = $3,
           children_done = children_done - $2, children_failed = children_failed - $2,
           percent = 100 * (children_done - $2) / children_total WHERE id = $1 AND children_total > 0",
        id,
        again,
        false
    )
    .map(|_| ())
}
