//! Heartbeats of workers, which extend leases, store progress and return cancellations.

use chrono::{DateTime, Utc};
use serde_json::{Value, json};
use sqlx::types::Json;
use uuid::Uuid;

use crate::{
    domain::run::Progress,
    store::{Db, Result, macros::*},
};

/// A run that a worker holds.
#[derive(Debug, Clone)]
pub struct Held {
    /// Run.
    pub id: Uuid,
    /// Fencing token.
    pub attempt: i32,
    /// Progress.
    pub progress: Progress,
}

/// Answer of the row.
#[derive(Debug, Clone, sqlx_macros::FromRow)]
pub struct Beat {
    /// Run.
    pub id: Uuid,
    /// Whether the run was cancelled.
    pub cancel_requested: bool,
}

/// Extends the leases of `held` to `lease_until` and stores their progress. Runs that are missing in the result are
/// lost: nothing that this worker still does with them takes effect.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn beat(db: &Db, held: &[Held], lease_until: DateTime<Utc>) -> Result<Vec<Beat>> {
    if held.is_empty() {
        return Ok(Vec::new());
    }
    let mut held: Vec<&Held> = held.iter().collect();
    held.sort_unstable_by_key(|run| run.id);
    let rows: Vec<Value> = held.into_iter().map(row).collect();
    let mut tx = db.begin_by_id().await?;
    let sql = tx.dialect(
        "UPDATE runs SET wake_at = $2, percent = v.p, stage = v.s, message = v.m
           FROM jsonb_to_recordset($1) AS v(i uuid, a int, p int, s text, m text)
          WHERE runs.id = v.i AND runs.attempt = v.a AND runs.status = 'running'
         RETURNING runs.id, runs.cancel_requested",
        "UPDATE runs SET wake_at = $2, percent = v.p, stage = v.s, message = v.m
           FROM (SELECT unhex(value ->> 'i') i, value ->> 'a' a, value ->> 'p' p, value ->> 's' s, value ->> 'm' m
                   FROM json_each($1)) AS v
          WHERE runs.id = v.i AND runs.attempt = v.a AND runs.status = 'running'
         RETURNING runs.id, runs.cancel_requested",
    );
    let beats = write_all!(&mut tx, Beat, sql, Json(&rows), lease_until)?;
    tx.commit().await?;
    Ok(beats)
}

fn row(run: &Held) -> Value {
    json!({
        "i": run.id.simple().to_string(), "a": run.attempt, "p": run.progress.percent, "s": run.progress.stage,
        "m": run.progress.message,
    })
}
