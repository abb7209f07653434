//! Recovery of undelivered runs and of runs of dead workers.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::{claim::add_to_lanes, log::note, outcome::finished_event, parent, rules::rules, run_columns};
use crate::{
    domain::run::{Delivery, Lane, Run, RunError, RunStatus},
    store::{
        Db, Executor, Result, Tx, batch,
        event::{self, StoredEvent},
        macros::*,
    },
};

/// Number of lost workers after which a run fails, because it probably crashes them.
const MOST_LOST_ATTEMPTS: i32 = 10;

/// A queued run whose delivery is due.
#[derive(Debug, Clone, Copy, sqlx_macros::FromRow)]
pub struct Due {
    /// Id of the run.
    pub id: Uuid,
    /// Lane.
    pub lane: Lane,
    /// User.
    pub user_id: Uuid,
    /// Whether it is expected to be short.
    pub is_short: bool,
}

impl Due {
    /// Returns what the queue needs to deliver it.
    #[must_use]
    pub const fn delivery(&self) -> Delivery {
        Delivery { id: self.id, user_id: self.user_id, is_short: self.is_short }
    }
}

/// Returns queued runs that should have been claimed by now, longest due first.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn due(executor: impl Into<Executor<'_>>, now: DateTime<Utc>, limit: i64) -> Result<Vec<Due>> {
    query_all!(
        executor.into(),
        Due,
        "SELECT id, lane, user_id, is_short FROM runs WHERE finished_at IS NULL AND status = 'queued' AND wake_at <= $1
          ORDER BY wake_at LIMIT $2",
        now,
        limit
    )
}

/// Returns queued runs due at `now`, ordered by id, after `after`.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn waiting(
    executor: impl Into<Executor<'_>>, now: DateTime<Utc>, after: Uuid, limit: i64,
) -> Result<Vec<Due>> {
    query_all!(
        executor.into(),
        Due,
        "SELECT id, lane, user_id, is_short FROM runs WHERE status = 'queued' AND run_at <= $1 AND id > $2 ORDER BY id LIMIT $3",
        now,
        after,
        limit
    )
}

/// Postpones the next check of delivered runs that still wait.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn postpone(db: &Db, ids: &[Uuid], until: DateTime<Utc>) -> Result<()> {
    let mut tx = db.begin_by_id().await?;
    let sql = tx.dialect(
        "UPDATE runs SET wake_at = $2 WHERE status = 'queued' AND id = ANY($1)",
        "UPDATE runs SET wake_at = $2 WHERE status = 'queued' AND id IN (SELECT unhex(value) FROM json_each($1))",
    );
    execute!(&mut tx, sql, batch::Ids::of(ids), until)?;
    tx.commit().await
}

/// Takes runs with an expired lease from dead workers: they are queued again, cancelled if requested, or failed after
/// too many lost workers. Returns the runs to deliver and the events to send.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn requeue_expired(db: &Db, now: DateTime<Utc>, limit: i64) -> Result<(Vec<Due>, Vec<StoredEvent>)> {
    let mut tx = db.begin().await?;
    let sql = concat!(
        "SELECT ",
        run_columns!(),
        " FROM runs WHERE finished_at IS NULL AND status = 'running' AND wake_at <= $1 ORDER BY wake_at LIMIT $2"
    );
    let mut lost = query_all!(&mut tx, Run, sql, now, limit)?;
    lost.sort_unstable_by_key(|run| run.id);
    let done = take_back(&mut tx, &lost, now).await?;
    tx.commit().await?;
    Ok(done)
}

/// Takes back all running runs and named leases, regardless of expiry. For the start of the embedded mode, when no
/// other process can hold one.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn release_all(db: &Db, now: DateTime<Utc>) -> Result<Vec<StoredEvent>> {
    let mut tx = db.begin().await?;
    let sql = concat!(
        "SELECT ",
        run_columns!(),
        " FROM runs WHERE finished_at IS NULL AND status = 'running' AND wake_at IS NOT NULL"
    );
    let lost = query_all!(&mut tx, Run, sql)?;
    let (_, events) = take_back(&mut tx, &lost, now).await?;
    execute!(&mut tx, "UPDATE user_lanes SET running = 0")?;
    execute!(&mut tx, "DELETE FROM leases")?;
    tx.commit().await?;
    Ok(events)
}

async fn take_back(tx: &mut Tx, lost: &[Run], now: DateTime<Utc>) -> Result<(Vec<Due>, Vec<StoredEvent>)> {
    let (mut due, mut events) = (Vec::new(), Vec::new());
    let mut freed: BTreeMap<(Uuid, Lane), i32> = BTreeMap::new();
    for run in lost {
        let (status, error) = fate(run);
        let finished_at = status.is_final().then_some(now);
        let wake_at = (!status.is_final()).then_some(now + chrono::Duration::seconds(5));
        let changed = execute!(
            tx,
            "UPDATE runs SET status = $3, error = COALESCE($4, error), finished_at = $5, wake_at = $6, worker_id = NULL,
               max_attempts = max_attempts + 1 WHERE id = $1 AND attempt = $2 AND status = 'running'",
            run.id,
            run.attempt,
            status,
            error.as_ref().map(sqlx::types::Json),
            finished_at,
            wake_at
        )?;
        if changed == 0 {
            continue;
        }
        note(tx, run.id, run.attempt, "lease-lost", "the worker missed its heartbeat", now).await?;
        *freed.entry((run.user_id, run.lane)).or_default() -= 1;
        if status.is_final() {
            events.push(finished_event(run, status, error.as_ref()));
            events.extend(rules(run.kind).unsuccessful(tx, run, error.as_ref(), now).await?);
            if let Some(id) = run.parent_id {
                events.extend(parent::add(tx, id, 1, 1, now).await?);
            }
        } else {
            due.push(Due { id: run.id, lane: run.lane, user_id: run.user_id, is_short: run.is_short });
        }
    }
    let events = event::append(tx, &events, now).await?;
    add_to_lanes(tx, freed.into_iter().map(|((user, lane), n)| (user, lane, n))).await?;
    Ok((due, events))
}

fn fate(run: &Run) -> (RunStatus, Option<RunError>) {
    if run.cancel_requested {
        return (RunStatus::Cancelled, None);
    }
    if run.attempt < MOST_LOST_ATTEMPTS {
        return (RunStatus::Queued, None);
    }
    let detail =
        format!("{} workers stopped during this run. Its input may need more memory than they have.", run.attempt);
    (RunStatus::Failed, Some(RunError::new("worker-lost", detail)))
}
