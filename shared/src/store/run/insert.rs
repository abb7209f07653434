//! Insertion of runs.

use chrono::{DateTime, Duration, Utc};
use serde_json::{Value, json};
use sqlx::types::Json;
use uuid::Uuid;

use super::{run_columns, times::action_name};
use crate::{
    config::WorkspaceLimits,
    domain::run::{Delivery, NewRun, Run, RunKind},
    store::{Db, Executor, Result, Tx, batch, macros::*, usage},
};

/// Time after which a due run that was not claimed is delivered again.
pub(super) const DELIVERY_GRACE: Duration = Duration::seconds(5);

// Both end with the returned columns. A run is expected to be short if runs of its action took less than a second.
macro_rules! postgres {
    () => {
        "INSERT INTO runs (id, workspace_id, user_id, website_id, parent_id, kind, engine_id, action, lane, payload,
  idempotency_key, max_attempts, run_at, wake_at, created_at, is_short, status, attempt, cancel_requested, percent,
  stage, message, children_total, children_done, children_failed)
SELECT id, ws, us, si, pa, ki, en, ac, la, pl, ik, ma, ra, wa, ca,
  COALESCE((SELECT mean_ms < 1000 FROM run_times WHERE workspace_id = ws AND kind = ki AND action = an), sh),
  'queued', 0, false, 0, '', '', 0, 0, 0
  FROM jsonb_to_recordset($1) AS v(id uuid, ws uuid, us uuid, si uuid, pa uuid, ki text, en text, ac text, la text,
    pl jsonb, ik text, ma int, ra timestamptz, wa timestamptz, ca timestamptz, sh boolean, an text)
ON CONFLICT (workspace_id, idempotency_key) WHERE idempotency_key IS NOT NULL DO NOTHING
RETURNING "
    };
}

macro_rules! sqlite {
    () => {
        "INSERT INTO runs (id, workspace_id, user_id, website_id, parent_id, kind, engine_id, action, lane, payload,
  idempotency_key, max_attempts, run_at, wake_at, created_at, is_short, status, attempt, cancel_requested, percent,
  stage, message, children_total, children_done, children_failed)
SELECT unhex(value ->> 'id'), unhex(value ->> 'ws'), unhex(value ->> 'us'), unhex(value ->> 'si'),
  unhex(value ->> 'pa'), value ->> 'ki', value ->> 'en', value ->> 'ac', value ->> 'la', value -> 'pl',
  value ->> 'ik', value ->> 'ma', value ->> 'ra', value ->> 'wa', value ->> 'ca',
  COALESCE((SELECT mean_ms < 1000 FROM run_times WHERE workspace_id = unhex(value ->> 'ws') AND kind = value ->> 'ki'
    AND action = value ->> 'an'), value ->> 'sh'),
  'queued', 0, 0, 0, '', '', 0, 0, 0
  FROM json_each($1) WHERE true
ON CONFLICT (workspace_id, idempotency_key) WHERE idempotency_key IS NOT NULL DO NOTHING
RETURNING "
    };
}

/// Result of requesting a run.
#[derive(Debug)]
pub struct Inserted {
    /// The new run, or the first one with the same idempotency key.
    pub run: Run,
    /// Whether it is new and must be delivered.
    pub fresh: bool,
}

/// Stores a run.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn insert(executor: impl Into<Executor<'_>>, new: &NewRun) -> Result<Inserted> {
    insert_row(executor.into(), new, row(new, crate::domain::now())).await
}

/// Stores a run that the reconciler delivers in its next round.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn insert_undelivered(executor: impl Into<Executor<'_>>, new: &NewRun) -> Result<Inserted> {
    let mut row = row(new, crate::domain::now());
    row["wa"] = row["ra"].clone();
    insert_row(executor.into(), new, row).await
}

/// Stores a run that counts for its workspace's runs of the day. Undoing is always possible and not counted.
///
/// # Errors
/// Returns [`StoreError::OverLimit`](crate::store::StoreError::OverLimit) if the workspace may not start another run
/// today, or an error if a query fails.
pub async fn insert_counted(tx: &mut Tx, limits: WorkspaceLimits, new: &NewRun) -> Result<Inserted> {
    let inserted = insert(&mut *tx, new).await?;
    if inserted.fresh && !matches!(new.kind, RunKind::Undo | RunKind::ImportUndo) {
        usage::count_runs(tx, limits, new.workspace_id, 1, crate::domain::now()).await?;
    }
    Ok(inserted)
}

async fn insert_row(mut executor: Executor<'_>, new: &NewRun, row: Value) -> Result<Inserted> {
    let rows = [row];
    let sql = executor.dialect(concat!(postgres!(), run_columns!()), concat!(sqlite!(), run_columns!()));
    if let Some(run) = write_opt!(executor, Run, sql, Json(&rows))? {
        return Ok(Inserted { run, fresh: true });
    }
    let sql = concat!("SELECT ", run_columns!(), " FROM runs WHERE workspace_id = $1 AND idempotency_key = $2");
    let first = query_opt!(executor, Run, sql, new.workspace_id, &new.idempotency_key)?;
    let run = first.ok_or(crate::store::StoreError::Unexpected(sqlx::Error::RowNotFound))?;
    Ok(Inserted { run, fresh: false })
}

/// Stores many runs at once; returns the new ones, to be delivered.
///
/// # Errors
/// Returns an error if the query fails; then no run is stored.
pub async fn insert_many(db: &Db, new: &[NewRun]) -> Result<Vec<Delivery>> {
    let mut tx = db.begin().await?;
    let stored = store(&mut tx, new).await?;
    tx.commit().await?;
    Ok(stored)
}

/// Number of runs of a statement.
const AT_ONCE: usize = 1_000;

/// Stores a parent and its children. The parent is running from the start; its progress is that of its children.
/// Returns the parent, and the children to deliver.
///
/// # Errors
/// Returns [`StoreError::OverLimit`](crate::store::StoreError::OverLimit) if the workspace may not start that many
/// children today, or an error if a query fails; then no run is stored.
pub async fn insert_parent(
    db: &Db, limits: WorkspaceLimits, parent: &NewRun, children: &[NewRun],
) -> Result<(Run, Vec<Delivery>)> {
    let mut tx = db.begin().await?;
    let stored = insert_parent_in(&mut tx, limits, parent, children).await?;
    tx.commit().await?;
    Ok(stored)
}

/// Stores a parent and its children like [`insert_parent`], in a transaction that stores more.
///
/// # Errors
/// Returns [`StoreError::OverLimit`](crate::store::StoreError::OverLimit) if the workspace may not start that many
/// children today, or an error if a query fails; the transaction must be rolled back then.
pub async fn insert_parent_in(
    tx: &mut Tx, limits: WorkspaceLimits, parent: &NewRun, children: &[NewRun],
) -> Result<(Run, Vec<Delivery>)> {
    let total = i32::try_from(children.len()).unwrap_or(i32::MAX);
    let run = insert_parent_of(tx, limits, parent, total).await?;
    Ok((run, insert_counted_children(tx, children).await?))
}

/// Stores a parent that will have `total` children. Add them with [`insert_counted_children`], in any transaction.
///
/// # Errors
/// Returns [`StoreError::OverLimit`](crate::store::StoreError::OverLimit) if the workspace may not start that many
/// children today, or an error if a query fails; the transaction must be rolled back then.
pub async fn insert_parent_of(tx: &mut Tx, limits: WorkspaceLimits, parent: &NewRun, total: i32) -> Result<Run> {
    store(tx, std::slice::from_ref(parent)).await?;
    let sql = concat!(
        "UPDATE runs SET status = 'running', attempt = 1, wake_at = NULL, started_at = created_at, \
         children_total = $2 WHERE id = $1 RETURNING ",
        run_columns!()
    );
    let run = write_opt!(&mut *tx, Run, sql, parent.id, total)?;
    usage::count_runs(tx, limits, parent.workspace_id, i64::from(total), crate::domain::now()).await?;
    run.ok_or(crate::store::StoreError::Unexpected(sqlx::Error::RowNotFound))
}

/// Stores children that their parent counts already; returns them, to be delivered after the commit.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn insert_counted_children(tx: &mut Tx, children: &[NewRun]) -> Result<Vec<Delivery>> {
    store(tx, children).await
}

/// Adds children to a parent of the workspace that is not paused, and lets it run again if it has ended. Returns the
/// parent and the children to deliver; `None` if there is no such parent.
///
/// # Errors
/// Returns [`StoreError::OverLimit`](crate::store::StoreError::OverLimit) if the workspace may not start that many
/// children today, or an error if a query fails; the transaction must be rolled back then.
pub async fn add_children(
    tx: &mut Tx, limits: WorkspaceLimits, (workspace_id, parent_id): (Uuid, Uuid), children: &[NewRun],
) -> Result<Option<(Run, Vec<Delivery>)>> {
    let more = i32::try_from(children.len()).unwrap_or(i32::MAX);
    let sql = concat!(
        "UPDATE runs SET status = 'running', finished_at = NULL, error = NULL, result = NULL, cancel_requested = $4,
           children_total = children_total + $3, percent = 100 * children_done / (children_total + $3)
          WHERE id = $1 AND workspace_id = $2 AND children_total > 0 AND status <> 'paused' RETURNING ",
        run_columns!()
    );
    let Some(run) = write_opt!(&mut *tx, Run, sql, parent_id, workspace_id, more, false)? else { return Ok(None) };
    let stored = store(tx, children).await?;
    usage::count_runs(tx, limits, workspace_id, i64::from(more), crate::domain::now()).await?;
    Ok(Some((run, stored)))
}

/// Stores runs, many with a statement: the parameter of a statement stays small, however many runs there are.
async fn store(tx: &mut Tx, new: &[NewRun]) -> Result<Vec<Delivery>> {
    let now = crate::domain::now();
    let sql = tx.dialect(concat!(postgres!(), "id, user_id, is_short"), concat!(sqlite!(), "id, user_id, is_short"));
    let mut stored = Vec::with_capacity(new.len());
    for part in new.chunks(AT_ONCE) {
        let rows: Vec<Value> = part.iter().map(|run| row(run, now)).collect();
        stored.extend(write_all!(&mut *tx, Delivery, sql, Json(&rows))?);
    }
    Ok(stored)
}

fn row(run: &NewRun, now: DateTime<Utc>) -> Value {
    let hex = |id: Uuid| id.simple().to_string();
    json!({
        "id": hex(run.id), "ws": hex(run.workspace_id), "us": hex(run.user_id),
        "si": run.website_id.map(hex), "pa": run.parent_id.map(hex), "ki": run.kind, "en": run.engine_id,
        "ac": run.action, "la": run.lane, "pl": run.payload, "ik": run.idempotency_key, "ma": run.max_attempts,
        "ra": batch::sql_time(run.run_at), "wa": batch::sql_time(run.run_at + DELIVERY_GRACE),
        "ca": batch::sql_time(now), "sh": run.kind.policy().is_short,
        "an": action_name(run.engine_id.as_deref(), run.action.as_deref()),
    })
}
