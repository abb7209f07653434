//! A worker says that it still has its runs, how far they are, and learns what is asked of them.

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
    /// Which run.
    pub id: Uuid,
    /// The fencing token.
    pub attempt: i32,
    /// How far it is.
    pub progress: Progress,
}

/// What the row says back.
#[derive(Debug, Clone, sqlx_macros::FromRow)]
pub struct Beat {
    /// Which run.
    pub id: Uuid,
    /// Somebody asked for its end.
    pub cancel_requested: bool,
}

/// Extends the leases of `held` to `lease_until` and writes their progress. A run that is missing in the answer is
/// no longer this worker's: nothing that it still does will count.
///
/// # Errors
/// Those of the database.
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
