//! A worker makes runs its own.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use serde_json::{Value, json};
use sqlx::types::Json;
use uuid::Uuid;

use super::{insert::DELIVERY_GRACE, run_columns};
use crate::{
    domain::run::{Lane, Run},
    store::{Db, Executor, Result, Tx, batch, macros::*},
};

/// What became of delivered ids.
#[derive(Debug, Default)]
pub struct Claim {
    /// Now the worker's, each with its new `attempt`.
    pub runs: Vec<Run>,
    /// Left `queued`, because their users hold as many runs of the lane as they may.
    pub over_limit: Vec<(Uuid, Uuid)>,
}

/// Claims those of `ids` that are queued and due, for `worker_id`, until `lease_until`, at most `per_user` at once
/// for each user. Ids of runs that are gone, at work, ended or not yet due are passed over.
///
/// All are taken first and counted; what is over a user's limit goes back in the same transaction. The common case,
/// where nobody is, costs two statements however many runs there are.
///
/// # Errors
/// Those of the database; then none is claimed.
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

/// How many runs of a lane a user holds at this moment.
///
/// # Errors
/// Those of the database.
pub async fn running(executor: impl Into<Executor<'_>>, lane: Lane, user_id: Uuid) -> Result<i32> {
    let sql = "SELECT running FROM user_lanes WHERE user_id = $1 AND lane = $2";
    Ok(query_opt!(executor.into(), (i32,), sql, user_id, lane)?.map_or(0, |(running,)| running))
}

/// The users of runs, each once.
///
/// # Errors
/// Those of the database.
pub async fn users_of(executor: impl Into<Executor<'_>>, ids: &[Uuid]) -> Result<Vec<Uuid>> {
    let mut executor = executor.into();
    let sql = executor.dialect(
        "SELECT DISTINCT user_id FROM runs WHERE id = ANY($1)",
        "SELECT DISTINCT user_id FROM runs WHERE id IN (SELECT unhex(value) FROM json_each($1))",
    );
    Ok(query_all!(executor, (Uuid,), sql, batch::Ids::of(ids))?.into_iter().map(|(user,)| user).collect())
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

/// Counts what was taken; answers how many runs each user now holds. The counters' rows stay locked until the commit,
/// and are locked in their order so that two workers never wait for one another.
async fn count(tx: &mut Tx, lane: Lane, runs: &[Run]) -> Result<Vec<(Uuid, i32)>> {
    let mut taken: BTreeMap<Uuid, i32> = BTreeMap::new();
    for run in runs {
        *taken.entry(run.user_id).or_default() += 1;
    }
    add_to_lanes(tx, taken.into_iter().map(|(user, n)| (user, lane, n))).await
}

/// Takes the newest runs of each user who holds too many out of `runs`.
fn split_off_excess(runs: &mut Vec<Run>, running: &[(Uuid, i32)], per_user: i32) -> Vec<(Uuid, Uuid)> {
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
                over_limit.push((*user, run.id));
                return false;
            }
            keep -= 1;
            true
        });
    }
    over_limit
}

/// Undoes the taking, as if it had not been: nobody has seen it yet.
async fn give_back(tx: &mut Tx, lane: Lane, over_limit: &[(Uuid, Uuid)], now: DateTime<Utc>) -> Result<()> {
    if over_limit.is_empty() {
        return Ok(());
    }
    let sql = tx.dialect(
        "UPDATE runs SET status = 'queued', attempt = attempt - 1, worker_id = NULL, started_at = NULL, wake_at = $2
          WHERE id = ANY($1)",
        "UPDATE runs SET status = 'queued', attempt = attempt - 1, worker_id = NULL, started_at = NULL, wake_at = $2
          WHERE id IN (SELECT unhex(value) FROM json_each($1))",
    );
    let ids = batch::Ids::of(over_limit.iter().map(|(_, id)| id));
    execute!(tx, sql, ids, now + DELIVERY_GRACE)?;
    let mut back: BTreeMap<Uuid, i32> = BTreeMap::new();
    for (user, _) in over_limit {
        *back.entry(*user).or_default() -= 1;
    }
    add_to_lanes(tx, back.into_iter().map(|(user, n)| (user, lane, n))).await.map(|_| ())
}

/// Adds `n` (which may be negative) to the number of runs that each user holds in a lane; answers the new numbers.
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
