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
    let mut runs = take(&mut tx, lane, ids, worker_id, now, lease_until).await?;
    if runs.is_empty() {
        return Ok(Claim::default());
    }
    runs.sort_unstable_by_key(|run| run.id);
    let running = count(&mut tx, lane, &runs).await?;
    let over_limit = split_off_excess(&mut runs, &running, per_user);
    give_back(&mut tx, lane, &over_limit, now).await?;
    tx.commit().await?;
    Ok(Claim { runs, over_limit })
}

/// Counts the running runs of a user in a lane.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn running(executor: impl Into<Executor<'_>>, lane: Lane, user_id: Uuid) -> Result<i32> {
    let sql = "SELECT running FROM user_lanes WHERE user_id = $1 AND lane = $2";
    Ok(query_opt!(executor.into(), (i32,), sql, user_id, lane)?.map_or(0, |(running,)| running))
}

async fn take(
    tx: &mut Tx, lane: Lane, ids: &[Uuid], worker_id: Uuid, now: DateTime<Utc>, lease_until: DateTime<Utc>,
) -> Result<Vec<Run>> {
    let sql = tx.dialect(
        concat!(
            "UPDATE runs SET status = 'running', attempt = attempt + 1, worker_id = $3, started_at = $4, wake_at = $5,
               percent = 0, stage = '', message = ''
              WHERE id = ANY($1) AND status = 'queued' AND lane = $2 AND run_at <= $4 RETURNING ",
            run_columns!()
        ),
        concat!(
            "UPDATE runs SET status = 'running', attempt = attempt + 1, worker_id = $3, started_at = $4, wake_at = $5,
               percent = 0, stage = '', message = ''
              WHERE id IN (SELECT unhex(value) FROM json_each($1)) AND status = 'queued' AND lane = $2
                AND run_at <= $4 RETURNING ",
            run_columns!()
        ),
    );
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

/// Releases claimed runs as if they had not been claimed; no other transaction has seen them.
async fn give_back(tx: &mut Tx, lane: Lane, over_limit: &[Delivery], now: DateTime<Utc>) -> Result<()> {
    if over_limit.is_empty() {
        return Ok(());
    }
    let sql = tx.dialect(
        "UPDATE runs SET status = 'queued', attempt = attempt - 1, worker_id = NULL, started_at = NULL, wake_at = $2
          WHERE id = ANY($1)",
        "UPDATE runs SET status = 'queued', attempt = attempt - 1, worker_id = NULL, started_at = NULL, wake_at = $2
          WHERE id IN (SELECT unhex(value) FROM json_each($1))",
    );
    let ids = batch::Ids::of(over_limit.iter().map(|run| &run.id));
    execute!(tx, sql, ids, now + DELIVERY_GRACE)?;
    let mut back: BTreeMap<Uuid, i32> = BTreeMap::new();
    for run in over_limit {
        *back.entry(run.user_id).or_default() -= 1;
    }
    add_to_lanes(tx, back.into_iter().map(|(user, n)| (user, lane, n))).await.map(|_| ())
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
