//! What workspaces use of the operator's limits.
//!
//! | Limit | Counts | Freed by |
//! |---|---|---|
//! | storage | bytes of uploads that are stored, [`BYTES_PER_ROW`] for each imported row, [`BYTES_PER_LEAD`] for each received lead, and what releases of sites and edits add | undoing imports, deleting websites, time: uploads are deleted an hour after their import, or after a week without one |
//! | runs | runs that a person or a schedule starts or retries | the end of the day (UTC) |
//! | emails | invitations, digests of ranks, reports | the end of the day (UTC) |
//!
//! Runs that follow from other runs, and undoing an import or a plan, are not counted. Results are not counted as
//! storage: runs per day and the retention of runs bound them. Days are counted only while there is a limit.
//!
//! Each check is in the transaction that stores what is counted, after the workspace's row or its day's row is locked,
//! so concurrent requests never exceed a limit together.

use chrono::{DateTime, Duration, NaiveDate, Utc};
use uuid::Uuid;

use super::{Db, Executor, Result, StoreError, Tx, crawl, macros::*, workspace};
use crate::{
    config::WorkspaceLimits,
    domain::usage::{OverLimit, Usage, UsageLimit},
};

/// Bytes that an imported row counts: about its size with its index, in both databases.
pub const BYTES_PER_ROW: i64 = 200;

/// Bytes that a received lead counts: about its size with its history and indexes.
pub const BYTES_PER_LEAD: i64 = 1_000;

/// Time after an import when its upload is deleted.
pub const UPLOADS_AFTER_IMPORT: Duration = Duration::hours(1);

/// Time after which an upload that was not imported is deleted.
pub const UPLOADS_WITHOUT_IMPORT: Duration = Duration::days(7);

/// Returns what a workspace uses at `now`.
///
/// # Errors
/// Returns an error if a query fails.
pub async fn find(executor: impl Into<Executor<'_>>, workspace_id: Uuid, now: DateTime<Utc>) -> Result<Usage> {
    let mut executor = executor.into();
    let storage_bytes = storage(&mut executor, workspace_id, now).await?;
    let sql = "SELECT runs, emails FROM workspace_days WHERE workspace_id = $1 AND day = $2";
    let day = query_opt!(executor, (i64, i64), sql, workspace_id, now.date_naive())?;
    let (runs, emails) = day.unwrap_or_default();
    let crawl_urls = crawl::stored_urls(executor, workspace_id).await?;
    Ok(Usage { storage_bytes, runs, emails, crawl_urls })
}

/// Returns the bytes that a workspace stores.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn storage(executor: impl Into<Executor<'_>>, workspace_id: Uuid, now: DateTime<Utc>) -> Result<i64> {
    query_value!(
        executor.into(),
        i64,
        "SELECT CAST(
           (SELECT COALESCE(SUM(size_bytes), 0) FROM imports
             WHERE workspace_id = $1 AND (imported_at IS NULL OR imported_at > $2))
           + CAST($3 AS BIGINT) * (SELECT COALESCE(SUM(import_batches.stored_rows), 0) FROM import_batches
                     JOIN imports ON imports.id = import_batches.import_id WHERE imports.workspace_id = $1)
           + (SELECT COALESCE(SUM(v.size_bytes), 0) FROM document_versions v JOIN documents d ON d.id = v.document_id
               WHERE d.workspace_id = $1)
           + (SELECT COALESCE(SUM(size_bytes), 0) FROM pack_changes WHERE workspace_id = $1)
           + CAST($4 AS BIGINT) * (SELECT COUNT(*) FROM received_leads WHERE workspace_id = $1)
           + (SELECT COALESCE(SUM(stored_bytes), 0) FROM releases WHERE workspace_id = $1)
           + (SELECT COALESCE(SUM(stored_bytes), 0) FROM edits WHERE workspace_id = $1)
         AS BIGINT)",
        workspace_id,
        now - UPLOADS_AFTER_IMPORT,
        BYTES_PER_ROW,
        BYTES_PER_LEAD
    )
}

/// What a workspace may store at a time. [`check_storage_locked`] decides where bytes are stored.
#[derive(Debug, Clone, Copy, Default)]
pub struct Room(Option<(i64, i64, DateTime<Utc>)>);

impl Room {
    /// Checks that there is room for `wanted` bytes.
    ///
    /// # Errors
    /// Returns [`StoreError::OverLimit`] if not.
    pub fn check(self, wanted: i64) -> Result<()> {
        let Some((used, most, at)) = self.0 else { return Ok(()) };
        check(UsageLimit::Storage, used, wanted, most, at)
    }
}

/// Returns what a workspace may store.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn room(
    executor: impl Into<Executor<'_>>, limits: WorkspaceLimits, workspace_id: Uuid, now: DateTime<Utc>,
) -> Result<Room> {
    let Some(most) = limits.storage_bytes else { return Ok(Room::default()) };
    Ok(Room(Some((storage(executor, workspace_id, now).await?, most, now))))
}

/// Checks what a workspace stores with the `wanted` bytes that this transaction has stored; the workspace stays locked
/// until its end.
///
/// # Errors
/// Returns [`StoreError::OverLimit`] if it is too much, or an error if a query fails.
pub async fn check_storage_locked(
    tx: &mut Tx, limits: WorkspaceLimits, workspace_id: Uuid, wanted: i64, now: DateTime<Utc>,
) -> Result<()> {
    let Some(most) = limits.storage_bytes else { return Ok(()) };
    workspace::lock(tx, workspace_id).await?;
    let used = storage(tx, workspace_id, now).await? - wanted;
    check(UsageLimit::Storage, used, wanted, most, now)
}

/// Counts rows of a batch before they are stored.
///
/// # Errors
/// Returns [`StoreError::OverLimit`] if the workspace may not store them, or an error if a query fails.
pub async fn reserve_rows(
    db: &Db, limits: WorkspaceLimits, workspace_id: Uuid, batch_id: i64, rows: i64, now: DateTime<Utc>,
) -> Result<()> {
    if limits.storage_bytes.is_none() || rows == 0 {
        return Ok(());
    }
    let mut tx = db.begin().await?;
    execute!(&mut tx, "UPDATE import_batches SET stored_rows = stored_rows + $2 WHERE id = $1", batch_id, rows)?;
    check_storage_locked(&mut tx, limits, workspace_id, rows.saturating_mul(BYTES_PER_ROW), now).await?;
    tx.commit().await
}

/// Counts runs in the transaction that stores them.
///
/// # Errors
/// Returns [`StoreError::OverLimit`] if the workspace may not start them today, or an error if the query fails.
pub async fn count_runs(
    tx: &mut Tx, limits: WorkspaceLimits, workspace_id: Uuid, runs: i64, now: DateTime<Utc>,
) -> Result<()> {
    let Some(most) = limits.runs_per_day else { return Ok(()) };
    let (total, _) = add(tx, workspace_id, now.date_naive(), runs, 0).await?;
    check(UsageLimit::Runs, total - runs, runs, most, now)
}

/// Counts an email in the transaction that stores it.
///
/// # Errors
/// Returns [`StoreError::OverLimit`] if the workspace may not send it today, or an error if the query fails.
pub async fn count_email(tx: &mut Tx, limits: WorkspaceLimits, workspace_id: Uuid, now: DateTime<Utc>) -> Result<()> {
    let Some(most) = limits.emails_per_day else { return Ok(()) };
    let (_, total) = add(tx, workspace_id, now.date_naive(), 0, 1).await?;
    check(UsageLimit::Emails, total - 1, 1, most, now)
}

/// Counts as many of the `wanted` emails as the workspace may send today, in the transaction that stores them; returns
/// their number.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn grant_emails(
    tx: &mut Tx, limits: WorkspaceLimits, workspace_id: Uuid, wanted: i64, now: DateTime<Utc>,
) -> Result<i64> {
    let Some(most) = limits.emails_per_day else { return Ok(wanted) };
    let (_, sent) = add(tx, workspace_id, now.date_naive(), 0, 0).await?;
    let granted = wanted.min(most - sent).max(0);
    add(tx, workspace_id, now.date_naive(), 0, granted).await?;
    Ok(granted)
}

/// Adds to a day; returns its runs and emails. Its row stays locked until the end of the transaction.
async fn add(tx: &mut Tx, workspace_id: Uuid, day: NaiveDate, runs: i64, emails: i64) -> Result<(i64, i64)> {
    let added = write_opt!(
        tx,
        (i64, i64),
        "INSERT INTO workspace_days (workspace_id, day, runs, emails) VALUES ($1, $2, $3, $4)
         ON CONFLICT (workspace_id, day) DO UPDATE SET runs = workspace_days.runs + excluded.runs,
           emails = workspace_days.emails + excluded.emails
         RETURNING runs, emails",
        workspace_id,
        day,
        runs,
        emails
    )?;
    Ok(added.unwrap_or((runs, emails)))
}

fn check(limit: UsageLimit, used: i64, wanted: i64, most: i64, at: DateTime<Utc>) -> Result<()> {
    if used.saturating_add(wanted) <= most {
        return Ok(());
    }
    Err(StoreError::OverLimit(OverLimit { limit, used, wanted, most, at }))
}

/// Deletes the counts of days before `day`.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn delete_older(executor: impl Into<Executor<'_>>, day: NaiveDate) -> Result<u64> {
    execute!(executor.into(), "DELETE FROM workspace_days WHERE day < $1", day)
}
