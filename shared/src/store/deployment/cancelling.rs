//! Cancelling: a deployment is cancelled in pieces, so that other writers of SQLite do not wait for a whole batch. The first
//! transaction keeps it from starting anything more; after the end of a process, the reconciler goes on.

use std::time::{Duration, Instant};

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::{
    Acted, find, lock,
    planned::{FORGOTTEN_AT_ONCE, forget},
    refresh::event,
};
use crate::{
    domain::{
        deployment::{Deployment, DeploymentStatus},
        event::NewEvent,
    },
    store::{
        Db, Executor, Result, Tx,
        event::{self as events, StoredEvent},
        macros::*,
        pipeline,
        run::{self, Cancelled, CancelledChildren},
        site,
    },
};

/// Maximum number of runs and of sites that a piece changes.
pub const CANCELLED_AT_ONCE: i64 = 200;

/// What a piece has done.
#[derive(Debug, Default)]
pub struct CancelPiece {
    /// Runs held by workers, which must be notified.
    pub held: Vec<Uuid>,
    /// Events to publish.
    pub events: Vec<StoredEvent>,
    /// Whether nothing is left.
    pub is_done: bool,
}

/// Cancels a deployment: sites that are live stay live, the others stop. Workers must be notified of the runs that they hold,
/// and the events published, as after [`run::cancel`].
///
/// # Errors
/// Returns an error if a query fails.
pub async fn cancel(
    db: &Db, workspace_id: Uuid, id: Uuid, now: DateTime<Utc>,
) -> Result<Acted<(Deployment, Vec<Uuid>, Vec<StoredEvent>)>> {
    cancel_within(db, (workspace_id, id), Duration::MAX, now).await
}

/// Cancels a deployment like [`cancel`], for at most this time and one piece more: what is left is up to [`cancel_piece`]. The
/// deployment starts nothing more in any case.
///
/// # Errors
/// Returns an error if a query fails.
pub async fn cancel_within(
    db: &Db, (workspace_id, id): (Uuid, Uuid), time: Duration, now: DateTime<Utc>,
) -> Result<Acted<(Deployment, Vec<Uuid>, Vec<StoredEvent>)>> {
    let begun = Instant::now();
    let Some(found) = find(db, workspace_id, id).await? else { return Ok(Acted::NotFound) };
    if found.status.is_final() {
        return Ok(Acted::Nothing);
    }
    let cancelled = match found.run_id {
        Some(run_id) => run::cancel(db, workspace_id, run_id, now).await?,
        None => None,
    };
    let (mut held, mut events) =
        cancelled.map_or_else(Default::default, |Cancelled { held, events, .. }| (held, events));
    // Its run has ended if its sites wait for approval.
    events.extend(begin(db, (workspace_id, id), now).await?);
    loop {
        let piece = cancel_piece(db, (workspace_id, id), now).await?;
        held.extend(piece.held);
        events.extend(piece.events);
        if piece.is_done || begun.elapsed() >= time {
            break;
        }
    }
    let found = find(db, workspace_id, id).await?;
    Ok(found.map_or(Acted::NotFound, |found| Acted::Done((found, held, events))))
}

async fn begin(db: &Db, (workspace_id, id): (Uuid, Uuid), now: DateTime<Utc>) -> Result<Vec<StoredEvent>> {
    let mut tx = db.begin().await?;
    let Some(status) = lock(&mut tx, workspace_id, id).await? else { return Ok(Vec::new()) };
    if status.is_final() {
        return Ok(Vec::new());
    }
    let changes = mark(&mut tx, (workspace_id, id)).await?;
    let stored = events::append(&mut tx, &changes, now).await?;
    tx.commit().await?;
    Ok(stored)
}

/// Marks a locked deployment as being cancelled; returns its event.
pub(super) async fn mark(tx: &mut Tx, (workspace_id, id): (Uuid, Uuid)) -> Result<Vec<NewEvent>> {
    execute!(&mut *tx, "UPDATE deployments SET status = 'cancelled', finished_at = NULL WHERE id = $1", id)?;
    Ok(event(tx, workspace_id, id).await?.into_iter().collect())
}

/// Returns the deployments that are being cancelled, oldest first: workspace and id.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn being_cancelled(executor: impl Into<Executor<'_>>, limit: i64) -> Result<Vec<(Uuid, Uuid)>> {
    query_all!(
        executor.into(),
        (Uuid, Uuid),
        "SELECT workspace_id, id FROM deployments WHERE status = 'cancelled' AND finished_at IS NULL
          ORDER BY id LIMIT $1",
        limit
    )
}

/// Cancels the next runs of a deployment that is being cancelled, sets the status of their sites, and forgets planned sites: some
/// hundreds of each in one transaction. The last piece, which finds fewer, ends the deployment and moves the markets of its sites
/// that are not live back to the score; another one after it changes nothing.
///
/// # Errors
/// Returns an error if a query fails; nothing is changed then.
pub async fn cancel_piece(db: &Db, (workspace_id, id): (Uuid, Uuid), now: DateTime<Utc>) -> Result<CancelPiece> {
    let done = || CancelPiece { is_done: true, ..CancelPiece::default() };
    let mut tx = db.begin_by_id().await?;
    let sql = "SELECT run_id FROM deployments
                WHERE id = $1 AND workspace_id = $2 AND status = 'cancelled' AND finished_at IS NULL";
    let Some((run_id,)) = query_opt!(&mut tx, (Option<Uuid>,), sql, id, workspace_id)? else { return Ok(done()) };
    // Runs before the deployment, as where a run ends: two such transactions never wait for each other.
    let CancelledChildren { ended, held } = match run_id {
        Some(run_id) => run::cancel_some_children(&mut tx, run_id, CANCELLED_AT_ONCE, now).await?,
        None => CancelledChildren::default(),
    };
    lock(&mut tx, workspace_id, id).await?;
    if query_opt!(&mut tx, (Option<Uuid>,), sql, id, workspace_id)?.is_none() {
        // Another process has ended it since; what was changed here is rolled back.
        return Ok(done());
    }
    let forgotten = forget(&mut tx, id).await?;
    let mut changes = site::rest_after_batch(&mut tx, (workspace_id, id), CANCELLED_AT_ONCE, now).await?;
    if let Some(run_id) = run_id {
        run::count_cancelled(&mut tx, run_id, ended.saturating_add(forgotten)).await?;
    }
    let is_last = |count: u64, most: i64| i64::try_from(count).is_ok_and(|count| count < most);
    let changed = u64::try_from(changes.len()).unwrap_or(u64::MAX);
    let is_done = is_last(ended, CANCELLED_AT_ONCE)
        && is_last(forgotten, FORGOTTEN_AT_ONCE)
        && is_last(changed, CANCELLED_AT_ONCE);
    if is_done {
        execute!(&mut tx, "UPDATE deployments SET finished_at = $2 WHERE id = $1", id, now)?;
        changes.extend(event(&mut tx, workspace_id, id).await?);
        if pipeline::stop_deployment(&mut tx, workspace_id, id).await? {
            changes.push(pipeline::stages_event(&mut tx, workspace_id).await?);
        }
    }
    let events = events::append(&mut tx, &changes, now).await?;
    tx.commit().await?;
    Ok(CancelPiece { held, events, is_done })
}

/// Returns true if a locked deployment of the workspace is being cancelled.
pub(super) async fn is_being_cancelled(tx: &mut Tx, workspace_id: Uuid, id: Uuid) -> Result<bool> {
    Ok(find(tx, workspace_id, id).await?.is_some_and(|found| found.status == DeploymentStatus::Cancelling))
}
