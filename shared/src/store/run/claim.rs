//! Claims of runs by workers.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use serde_json::{Value, json};
use sqlx::types::Json;
use uuid::Uuid;

use super::{insert::DELIVERY_GRACE, run_columns};
use crate::{
    domain::run::{Delivery, Lane, Run},
    store::{Db, Executor, Result, Tx, batch, macros::*},
};

/// Result of claiming delivered ids.
#[derive(Debug, Default)]
pub struct Claim {
    /// Claimed runs, each with its new `attempt`.
    pub runs: Vec<Run>,
    /// Runs left `queued`, because their users are at the limit of the lane.
    pub over_limit: Vec<Delivery>,
    /// Runs left `queued` that are not expected to be short any more, to be delivered as long ones.
    pub long: Vec<Delivery>,
}

/// Claims those of `ids` that are queued and due, for `worker_id`, until `lease_until`, at most `per_user` concurrent
/// runs per user. Ids of runs that are deleted, running, finished or not due are skipped.
///
/// All are claimed and counted first; those over a user's limit are released in the same transaction. The common case
/// without such runs takes two statements for any number of runs.
///
/// # Errors
/// Returns an error if a query fails; then no run is claimed.
pub async fn claim(
    db: &Db, lane: Lane, ids: &[Uuid], worker_id: Uuid, per_user: i32, now: DateTime<Utc>, lease_until: DateTime<Utc>,
) -> Result<Claim> {
    let mut tx = db.begin_by_id().await?;
    let runs = take(&mut tx, lane, ids, worker_id, now, lease_until).await?;
    settle(tx, lane, runs, per_user, now).await
}

/// Like [`claim`], for ids that were delivered as short: a run that is not expected to be short by now, because runs of
/// its action were measured since it was queued, is left `queued` as a long one.
///
/// # Errors
/// Returns an error if a query fails; then no run is claimed.
pub async fn claim_short(
    db: &Db, lane: Lane, ids: &[Uuid], worker_id: Uuid, per_user: i32, now: DateTime<Utc>, lease_until: DateTime<Utc>,
) -> Result<Claim> {
    let mut tx = db.begin_by_id().await?;
    let runs = take(&mut tx, lane, ids, worker_id, now, lease_until).await?;
    let (short, long): (Vec<Run>, Vec<Run>) = runs.into_iter().partition(|run| run.is_short);
    let mut long: Vec<Delivery> = long.iter().map(Run::delivery).collect();
    long.sort_unstable_by_key(|run| run.id);
    release(&mut tx, &long, now).await?;
    if short.is_empty() {
        tx.commit().await?;
        return Ok(Claim { long, ..Claim::default() });
    }
    Ok(Claim { long, ..settle(tx, lane, short, per_user, now).await? })
}

/// Counts claimed runs against the limits of their users, releases those over a limit, and commits.
async fn settle(mut tx: Tx, lane: Lane, mut runs: Vec<Run>, per_user: i32, now: DateTime<Utc>) -> Result<Claim> {
    if runs.is_empty() {
        return Ok(Claim::default());
    }
    runs.sort_unstable_by_key(|run| run.id);
    let running = count(&mut tx, lane, &runs).await?;
    let over_limit = split_off_excess(&mut runs, &running, per_user);
    give_back(&mut tx, lane, &over_limit, now).await?;
    tx.commit().await?;
    Ok(Claim { runs, over_limit, long: Vec::new() })
}

/// Counts the running runs of a user in a lane.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn running(executor: impl Into<Executor<'_>>, lane: Lane, user_id: Uuid) -> Result<i32> {
    let sql = "SELECT running FROM user_lanes WHERE user_id = $1 AND lane = $2";
    Ok(query_opt!(executor.into(), (i32,), sql, user_id, lane)?.map_or(0, |(running,)| running))
}

/// Whether a run is still expected to be short: unless runs of its action in its workspace took a second or more.
macro_rules! is_short {
    () => {
        "is_short AND NOT EXISTS (SELECT 1 FROM run_times WHERE run_times.workspace_id = runs.workspace_id
           AND run_times.kind = runs.kind AND run_times.mean_ms >= 1000
           AND run_times.action = COALESCE(runs.engine_id || '.' || runs.action, runs.engine_id, runs.action, ''))"
    };
}

macro_rules! begin {
    ($ids:literal) => {
        concat!(
            "UPDATE runs SET status = 'running', attempt = attempt + 1, worker_id = $3, started_at = $4, wake_at = $5,
               percent = 0, stage = '', message = '', is_short = ",
            is_short!(),
            " WHERE ",
            $ids,
            " AND status = 'queued' AND lane = $2 AND run_at <= $4 RETURNING ",
            run_columns!()
        )
    };
}

async fn take(
    tx: &mut Tx, lane: Lane, ids: &[Uuid], worker_id: Uuid, now: DateTime<Utc>, lease_until: DateTime<Utc>,
) -> Result<Vec<Run>> {
    let sql = tx.dialect(begin!("id = ANY($1)"), begin!("id IN (SELECT unhex(value) FROM json_each($1))"));
    write_all!(tx, Run, sql, batch::Ids::of(ids), lane, worker_id, now, lease_until)
}

/// Counts the claimed runs; returns the number of running runs per user. The counters' rows stay locked until the
/// commit, in a fixed order so that workers never deadlock.
async fn count(tx: &mut Tx, lane: Lane, runs: &[Run]) -> Result<Vec<(Uuid, i32)>> {
    let mut taken: BTreeMap<Uuid, i32> = BTreeMap::new();
    for run in runs {
        *taken.entry(run.user_id).or_default() += 1;
    }
    add_to_lanes(tx, taken.into_iter().map(|(user, n)| (user, lane, n))).await
}

/// Removes the newest runs of each user over the limit from `runs`.
fn split_off_excess(runs: &mut Vec<Run>, running: &[(Uuid, i32)], per_user: i32) -> Vec<Delivery> {
    let mut over_limit = Vec::new();
    for (user, held) in running.iter().filter(|(_, held)| *held > per_user) {
        let mine = runs.iter().filter(|run| run.user_id == *user).count();
        let excess = usize::try_from(held - per_user).unwrap_or(0).min(mine);
        let mut keep = mine - excess;
        runs.retain(|run| {
            if run.user_id != *user {
                return true;
            }
            if keep == 0 {
                over_limit.push(run.delivery());
                return false;
            }
            keep -= 1;
            true
        });
    }
    over_limit
}

/// Releases claimed and counted runs as if they had not been claimed; no other transaction has seen them.
async fn give_back(tx: &mut Tx, lane: Lane, over_limit: &[Delivery], now: DateTime<Utc>) -> Result<()> {
    release(tx, over_limit, now).await?;
    let mut back: BTreeMap<Uuid, i32> = BTreeMap::new();
    for run in over_limit {
        *back.entry(run.user_id).or_default() -= 1;
    }
    add_to_lanes(tx, back.into_iter().map(|(user, n)| (user, lane, n))).await.map(|_| ())
}

/// Releases claimed runs.
async fn release(tx: &mut Tx, runs: &[Delivery], now: DateTime<Utc>) -> Result<()> {
    if runs.is_empty() {
        return Ok(());
    }
    let sql = tx.dialect(
        "UPDATE runs SET status = 'queued', attempt = attempt - 1, worker_id = NULL, started_at = NULL, wake_at = $2
          WHERE id = ANY($1)",
        "UPDATE runs SET status = 'queued', attempt = attempt - 1, worker_id = NULL, started_at = NULL, wake_at = $2
          WHERE id IN (SELECT unhex(value) FROM json_each($1))",
    );
    let ids = batch::Ids::of(runs.iter().map(|run| &run.id));
    execute!(tx, sql, ids, now + DELIVERY_GRACE).map(|_| ())
}

/// Adds `n` (which may be negative) to the number of each user's running runs in a lane; returns the new numbers.
pub(super) async fn add_to_lanes(
    tx: &mut Tx, changes: impl Iterator<Item = (Uuid, Lane, i32)>,
) -> Result<Vec<(Uuid, i32)>> {
    let rows: Vec<Value> =
        changes.map(|(user, lane, n)| json!({"u": user.simple().to_string(), "l": lane, "n": n})).collect();
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    let sql = tx.dialect(
        "INSERT INTO user_lanes (user_id, lane, running)
         SELECT CAST(value ->> 'u' AS uuid), value ->> 'l', CAST(value ->> 'n' AS int)
           FROM jsonb_array_elements($1) WHERE true
         ON CONFLICT (user_id, lane) DO UPDATE SET running = user_lanes.running + excluded.running
         RETURNING user_id, running",
        "INSERT INTO user_lanes (user_id, lane, running)
         SELECT unhex(value ->> 'u'), value ->> 'l', value ->> 'n' FROM json_each($1) WHERE true
         ON CONFLICT (user_id, lane) DO UPDATE SET running = user_lanes.running + excluded.running
         RETURNING user_id, running",
    );
    write_all!(tx, (Uuid, i32), sql, Json(&rows))
}
