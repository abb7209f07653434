//! A worker makes runs its own.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use serde_json::{Value, json};
use sqlx::types::Json;
use uuid::Uuid;

use super::run_columns;
use crate::{
    domain::run::{Lane, Run},
    store::{Db, Result, Tx, batch, macros::*},
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
/// # Errors
/// Those of the database; then none is claimed.
pub async fn claim(
    db: &Db, lane: Lane, ids: &[Uuid], worker_id: Uuid, per_user: i32, now: DateTime<Utc>, lease_until: DateTime<Utc>,
) -> Result<Claim> {
    let mut tx = db.begin().await?;
    let waiting = waiting(&mut tx, lane, ids, now).await?;
    if waiting.is_empty() {
        return Ok(Claim::default());
    }
    let mut by_user: BTreeMap<Uuid, Vec<Uuid>> = BTreeMap::new();
    for (id, user) in waiting {
        by_user.entry(user).or_default().push(id);
    }
    let running = lock_lanes(&mut tx, lane, &by_user).await?;
    let (allowed, over_limit) = share(by_user, &running, per_user);
    let runs = take(&mut tx, &allowed, worker_id, now, lease_until).await?;
    count(&mut tx, lane, &runs).await?;
    tx.commit().await?;
    Ok(Claim { runs, over_limit })
}

/// How many runs of a lane a user holds at this moment.
///
/// # Errors
/// Those of the database.
pub async fn running(db: &Db, lane: Lane, user_id: Uuid) -> Result<i32> {
    let sql = "SELECT running FROM user_lanes WHERE user_id = $1 AND lane = $2";
    Ok(query_opt!(db, (i32,), sql, user_id, lane)?.map_or(0, |(running,)| running))
}

/// The users of runs, each once.
///
/// # Errors
/// Those of the database.
pub async fn users_of(db: &Db, ids: &[Uuid]) -> Result<Vec<Uuid>> {
    let sql = db.dialect(
        "SELECT DISTINCT user_id FROM runs
          WHERE id = ANY(SELECT CAST(value AS uuid) FROM jsonb_array_elements_text(CAST($1 AS jsonb)))",
        "SELECT DISTINCT user_id FROM runs WHERE id IN (SELECT unhex(value) FROM json_each($1))",
    );
    Ok(query_all!(db, (Uuid,), sql, batch::id_list(ids))?.into_iter().map(|(user,)| user).collect())
}

async fn waiting(tx: &mut Tx, lane: Lane, ids: &[Uuid], now: DateTime<Utc>) -> Result<Vec<(Uuid, Uuid)>> {
    let sql = tx.dialect(
        "SELECT id, user_id FROM runs
          WHERE id = ANY(SELECT CAST(value AS uuid) FROM jsonb_array_elements_text(CAST($1 AS jsonb)))
            AND status = 'queued' AND lane = $2 AND run_at <= $3 ORDER BY id",
        "SELECT id, user_id FROM runs WHERE id IN (SELECT unhex(value) FROM json_each($1))
            AND status = 'queued' AND lane = $2 AND run_at <= $3 ORDER BY id",
    );
    tx_all!(tx, (Uuid, Uuid), sql, batch::id_list(ids), lane, now)
}

/// Locks the users' counters, in the users' order so that two workers never wait for one another.
async fn lock_lanes(tx: &mut Tx, lane: Lane, by_user: &BTreeMap<Uuid, Vec<Uuid>>) -> Result<Vec<(Uuid, i32)>> {
    let sql = tx.dialect(
        "INSERT INTO user_lanes (user_id, lane, running)
         SELECT CAST(value AS uuid), $2, 0 FROM jsonb_array_elements_text(CAST($1 AS jsonb)) WHERE true
         ON CONFLICT (user_id, lane) DO UPDATE SET running = user_lanes.running RETURNING user_id, running",
        "INSERT INTO user_lanes (user_id, lane, running)
         SELECT unhex(value), $2, 0 FROM json_each($1) WHERE true
         ON CONFLICT (user_id, lane) DO UPDATE SET running = user_lanes.running RETURNING user_id, running",
    );
    tx_all!(tx, (Uuid, i32), sql, batch::id_list(by_user.keys()), lane)
}

fn share(by_user: BTreeMap<Uuid, Vec<Uuid>>, running: &[(Uuid, i32)], per_user: i32) -> (Vec<Uuid>, Vec<(Uuid, Uuid)>) {
    let (mut allowed, mut over_limit) = (Vec::new(), Vec::new());
    for (user, mut ids) in by_user {
        let held = running.iter().find(|(id, _)| *id == user).map_or(0, |(_, n)| *n);
        let free = usize::try_from((per_user - held).max(0)).unwrap_or(0).min(ids.len());
        over_limit.extend(ids.drain(free..).map(|id| (user, id)));
        allowed.append(&mut ids);
    }
    (allowed, over_limit)
}

async fn take(
    tx: &mut Tx, ids: &[Uuid], worker_id: Uuid, now: DateTime<Utc>, lease_until: DateTime<Utc>,
) -> Result<Vec<Run>> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let sql = tx.dialect(
        concat!(
            "UPDATE runs SET status = 'running', attempt = attempt + 1, worker_id = $2, started_at = $3, wake_at = $4,
               percent = 0, stage = '', message = ''
              WHERE id = ANY(SELECT CAST(value AS uuid) FROM jsonb_array_elements_text(CAST($1 AS jsonb)))
                AND status = 'queued' RETURNING ",
            run_columns!()
        ),
        concat!(
            "UPDATE runs SET status = 'running', attempt = attempt + 1, worker_id = $2, started_at = $3, wake_at = $4,
               percent = 0, stage = '', message = ''
              WHERE id IN (SELECT unhex(value) FROM json_each($1)) AND status = 'queued' RETURNING ",
            run_columns!()
        ),
    );
    tx_all!(tx, Run, sql, batch::id_list(ids), worker_id, now, lease_until)
}

async fn count(tx: &mut Tx, lane: Lane, runs: &[Run]) -> Result<()> {
    let mut taken: BTreeMap<Uuid, i32> = BTreeMap::new();
    for run in runs {
        *taken.entry(run.user_id).or_default() += 1;
    }
    add_to_lanes(tx, taken.into_iter().map(|(user, n)| (user, lane, n))).await
}

/// Adds `n` (which may be negative) to the number of runs that each user holds in a lane.
pub(super) async fn add_to_lanes(tx: &mut Tx, changes: impl Iterator<Item = (Uuid, Lane, i32)>) -> Result<()> {
    let rows: Vec<Value> =
        changes.map(|(user, lane, n)| json!({"u": user.simple().to_string(), "l": lane, "n": n})).collect();
    if rows.is_empty() {
        return Ok(());
    }
    let sql = tx.dialect(
        "INSERT INTO user_lanes (user_id, lane, running)
         SELECT CAST(value ->> 'u' AS uuid), value ->> 'l', CAST(value ->> 'n' AS int)
           FROM jsonb_array_elements($1) WHERE true
         ON CONFLICT (user_id, lane) DO UPDATE SET running = user_lanes.running + excluded.running",
        "INSERT INTO user_lanes (user_id, lane, running)
         SELECT unhex(value ->> 'u'), value ->> 'l', value ->> 'n' FROM json_each($1) WHERE true
         ON CONFLICT (user_id, lane) DO UPDATE SET running = user_lanes.running + excluded.running",
    );
    tx_execute!(tx, sql, Json(&rows)).map(|_| ())
}
