//! Finishes runs: one transaction writes a batch of outcomes and all their effects.

use std::collections::HashSet;

use chrono::{DateTime, Utc};
use serde_json::{Value, json};
use sqlx::types::Json;
use uuid::Uuid;

use super::{
    claim::add_to_lanes,
    log::note,
    notify::notify,
    outcome::{Finish, Outcome, finished_event},
    parent,
    rules::rules,
};
use crate::{
    domain::{event::NewEvent, run::Lane},
    store::{
        Db, Result, Tx, batch,
        effect::NewFindings,
        event::{self, StoredEvent},
        macros::*,
    },
};

/// Result of [`finish`].
#[derive(Debug, Default)]
pub struct Finished {
    /// Runs with an accepted outcome; the others had been taken from this worker.
    pub accepted: HashSet<Uuid>,
    /// Stored events to send.
    pub events: Vec<StoredEvent>,
    /// Queued runs, with lane and time.
    pub waiting: Vec<(Lane, Uuid, DateTime<Utc>)>,
}

/// Writes the outcomes of `batch` in one transaction.
///
/// # Errors
/// Returns an error if a query fails; nothing is stored then, and the call may be repeated.
pub async fn finish(db: &Db, batch: &[Finish], now: DateTime<Utc>) -> Result<Finished> {
    let mut tx = db.begin_by_id().await?;
    let accepted = write_outcomes(&mut tx, batch, now).await?;
    let mut finished = Finished { accepted, ..Finished::default() };
    let counted: Vec<&Finish> = batch.iter().filter(|done| finished.accepted.contains(&done.run.id)).collect();
    let mut events = Vec::new();
    for done in &counted {
        events.extend(write_consequences(&mut tx, done, now).await?);
        if done.outcome.status().is_final() {
            events.push(finished_event(&done.run, done.outcome.status(), done.outcome.error()));
        } else {
            let at = match done.outcome {
                Outcome::Retry { at, .. } | Outcome::Postponed { at, .. } => at,
                _ => now,
            };
            finished.waiting.push((done.run.lane, done.run.id, at));
        }
    }
    events.extend(parent::children_ended(&mut tx, &counted, now).await?);
    finished.events = event::append(&mut tx, &events, now).await?;
    // Last, because claims of the same users' runs wait for these counters until the commit.
    add_to_lanes(&mut tx, lane_changes(&counted)).await?;
    tx.commit().await?;
    Ok(finished)
}

/// Writes the consequences of an outcome: its log, its effects, and the rules of its kind.
async fn write_consequences(tx: &mut Tx, done: &Finish, now: DateTime<Utc>) -> Result<Vec<NewEvent>> {
    write_log(tx, done, now).await?;
    let (mut events, mut found) = (Vec::new(), NewFindings::default());
    for effect in &done.effects {
        events.extend(effect.apply(tx, &done.run, &mut found, now).await?);
    }
    events.extend(notify(found, tx, &done.run, now).await?);
    let rules = rules(done.run.kind);
    events.extend(match &done.outcome {
        Outcome::Succeeded(_) => rules.succeeded(tx, &done.run, now).await?,
        Outcome::Failed(error) => rules.unsuccessful(tx, &done.run, Some(error), now).await?,
        Outcome::Cancelled => rules.unsuccessful(tx, &done.run, None, now).await?,
        Outcome::Retry { .. } | Outcome::Postponed { .. } | Outcome::Released => Vec::new(),
    });
    Ok(events)
}

async fn write_outcomes(tx: &mut Tx, batch: &[Finish], now: DateTime<Utc>) -> Result<HashSet<Uuid>> {
    let mut batch: Vec<&Finish> = batch.iter().collect();
    batch.sort_unstable_by_key(|done| done.run.id);
    let rows: Vec<Value> = batch.into_iter().map(|done| row(done, now)).collect();
    let sql = tx.dialect(POSTGRES, SQLITE);
    let ids = query_all!(tx, (Uuid,), sql, Json(&rows))?;
    Ok(ids.into_iter().map(|(id,)| id).collect())
}

fn row(done: &Finish, now: DateTime<Utc>) -> Value {
    let status = done.outcome.status();
    let mut row = json!({"i": done.run.id.simple().to_string(), "a": done.run.attempt, "s": status});
    let Some(fields) = row.as_object_mut() else { return row };
    if let Some(error) = done.outcome.error() {
        fields.insert("e".into(), json!(error));
    }
    if status.is_final() {
        fields.insert("f".into(), batch::sql_time(now).into());
    }
    match &done.outcome {
        Outcome::Succeeded(result) => {
            fields.insert("r".into(), result.clone());
            fields.insert("p".into(), 100.into());
        }
        Outcome::Retry { at, .. } => {
            fields.insert("n".into(), batch::sql_time(*at).into());
        }
        Outcome::Postponed { at, .. } => {
            fields.insert("n".into(), batch::sql_time(*at).into());
            fields.insert("x".into(), 1.into());
        }
        Outcome::Released => {
            fields.insert("n".into(), batch::sql_time(now).into());
            fields.insert("x".into(), 1.into());
        }
        Outcome::Failed(_) | Outcome::Cancelled => {}
    }
    row
}

fn lane_changes(counted: &[&Finish]) -> impl Iterator<Item = (Uuid, Lane, i32)> {
    let mut freed = std::collections::BTreeMap::<(Uuid, Lane), i32>::new();
    for done in counted {
        *freed.entry((done.run.user_id, done.run.lane)).or_default() -= 1;
    }
    freed.into_iter().map(|((user, lane), n)| (user, lane, n))
}

async fn write_log(tx: &mut Tx, done: &Finish, now: DateTime<Utc>) -> Result<()> {
    let (event, message) = match &done.outcome {
        Outcome::Succeeded(_) => return Ok(()),
        Outcome::Failed(error) => ("failed", error.detail.as_str()),
        Outcome::Retry { error, .. } => ("retry", error.detail.as_str()),
        Outcome::Postponed { error, .. } => ("postponed", error.detail.as_str()),
        Outcome::Cancelled => ("cancelled", ""),
        Outcome::Released => ("released", "the worker stopped; another one takes over"),
    };
    note(tx, done.run.id, done.run.attempt, event, message, now).await
}

// The reconciler checks a queued run at its time (`n`).
const POSTGRES: &str = "
UPDATE runs SET status = v.s, error = v.e, result = v.r, finished_at = v.f, percent = COALESCE(v.p, percent),
  run_at = COALESCE(v.n, run_at), wake_at = v.n, worker_id = NULL, max_attempts = max_attempts + COALESCE(v.x, 0)
  FROM jsonb_to_recordset($1) AS v(i uuid, a int, s text, e jsonb, r jsonb, f timestamptz, p int, n timestamptz, x int)
 WHERE runs.id = v.i AND runs.attempt = v.a AND runs.status = 'running' RETURNING runs.id";

const SQLITE: &str = "
UPDATE runs SET status = v.s, error = v.e, result = v.r, finished_at = v.f, percent = COALESCE(v.p, percent),
  run_at = COALESCE(v.n, run_at), wake_at = v.n, worker_id = NULL, max_attempts = max_attempts + COALESCE(v.x, 0)
  FROM (SELECT unhex(value ->> 'i') i, value ->> 'a' a, value ->> 's' s, value -> 'e' e, value -> 'r' r,
          value ->> 'f' f, value ->> 'p' p, value ->> 'n' n, value ->> 'x' x FROM json_each($1)) AS v
 WHERE runs.id = v.i AND runs.attempt = v.a AND runs.status = 'running' RETURNING id";
