//! Starts schedules: each scheduled time starts one run, whichever worker sees it.

use chrono::{DateTime, Utc};
use shared::{
    config::{Backends, WorkspaceLimits},
    domain::{
        cron::Cron,
        now,
        run::{Lane, NewRun},
        schedule::Schedule,
        usage::OverLimit,
    },
    store::{Result, StoreError, run, schedule},
};

/// Starts the runs of due schedules. Times missed without a worker start one run, not many. A time at which the workspace
/// has reached a limit starts none, and the schedule states why.
pub(super) async fn fire(backends: &Backends, limits: WorkspaceLimits) -> Result<()> {
    let at = now();
    for due in schedule::due(&backends.db, at).await? {
        let Some(tick) = due.next_at else { continue };
        match start(backends, limits, &due, tick, at).await {
            Err(StoreError::OverLimit(over)) => skip(backends, &due, tick, at, &over).await?,
            started => started?,
        }
    }
    Ok(())
}

async fn start(
    backends: &Backends, limits: WorkspaceLimits, due: &Schedule, tick: DateTime<Utc>, at: DateTime<Utc>,
) -> Result<()> {
    let mut tx = backends.db.begin().await?;
    if !schedule::advance(&mut tx, due.id, tick, next_of(due, at)).await? {
        return Ok(());
    }
    if !due.kind.is_schedulable() {
        tracing::warn!(schedule.id = %due.id, run.kind = %due.kind, "a schedule of a kind that none may start is switched off");
        return tx.commit().await;
    }
    let new = new_run(due, tick);
    let inserted = run::insert_counted(&mut tx, limits, &new).await?;
    schedule::note_run(&mut tx, due.id, inserted.run.id).await?;
    tx.commit().await?;
    if let Err(error) = backends.queue.deliver(new.lane, &[inserted.run.delivery()]).await {
        tracing::warn!(%error, "a scheduled run is delivered later");
    }
    Ok(())
}

/// Moves a schedule to its next time without a run.
async fn skip(
    backends: &Backends, due: &Schedule, tick: DateTime<Utc>, at: DateTime<Utc>, over: &OverLimit,
) -> Result<()> {
    let mut tx = backends.db.begin().await?;
    if schedule::advance(&mut tx, due.id, tick, next_of(due, at)).await? {
        schedule::note_skipped(&mut tx, due.id, tick, &over.to_string()).await?;
        tx.commit().await?;
        tracing::info!(schedule.id = %due.id, workspace.id = %due.workspace_id, "a schedule started no run: its workspace is at a limit");
    }
    Ok(())
}

/// Returns the tick after `at`; `None` switches the schedule off.
fn next_of(due: &Schedule, at: DateTime<Utc>) -> Option<DateTime<Utc>> {
    due.kind.is_schedulable().then(|| next_tick(&due.cron, &due.time_zone, at)).flatten()
}

fn new_run(due: &Schedule, tick: DateTime<Utc>) -> NewRun {
    NewRun {
        website_id: due.website_id,
        engine_id: due.engine_id.clone(),
        action: due.action.clone(),
        lane: Lane::Batch,
        idempotency_key: Some(format!("schedule:{}:{}", due.id, tick.timestamp())),
        ..NewRun::new(due.workspace_id, due.user_id, due.kind, due.payload.0.clone())
    }
}

/// Returns the first tick after `after`; `None` when there is none or the schedule cannot be read.
pub(crate) fn next_tick(expression: &str, time_zone: &str, after: DateTime<Utc>) -> Option<DateTime<Utc>> {
    match Cron::parse(expression, time_zone) {
        Ok(cron) => cron.next(after),
        Err(error) => {
            tracing::warn!(%error, schedule.cron = expression, "a schedule cannot be read and is switched off");
            None
        }
    }
}
