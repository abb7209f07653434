//! Batches of fetched rows.

use std::collections::BTreeMap;

use chrono::{DateTime, NaiveDate, Utc};
use sqlx::types::Json;
use uuid::Uuid;

use super::{Target, claim::create_import};
use crate::{
    domain::sync::{BatchPart, BatchSource, Span},
    store::{Db, Executor, Result, Tx, macros::*},
};

/// A batch to fill.
#[derive(Debug, Clone)]
pub struct NewBatch<'a> {
    /// Source.
    pub target: &'a Target,
    /// Import, if there is one already.
    pub import_id: Option<Uuid>,
    /// Name of a new import.
    pub name: &'a str,
    /// User of the run.
    pub user_id: Uuid,
    /// Attempt of the run.
    pub attempt: i32,
    /// Origin.
    pub source: BatchSource,
    /// Content.
    pub part: BatchPart,
}

/// Starts a batch; returns the import and the batch.
///
/// # Errors
/// Returns an error if a query fails.
pub async fn begin_batch(db: &Db, new: &NewBatch<'_>, now: DateTime<Utc>) -> Result<(Uuid, i64)> {
    let mut tx = db.begin().await?;
    let import_id = match new.import_id {
        Some(id) => id,
        None => create_import(&mut tx, new.target, new.user_id, new.name, now).await?,
    };
    let id = write_value!(
        &mut tx,
        i64,
        "INSERT INTO import_batches (import_id, website_id, attempt, committed, queries, clicks, impressions, created_at,
           source, part) VALUES ($1, $2, $3, $4, 0, 0, 0, $5, $6, $7) RETURNING id",
        import_id,
        new.target.website_id,
        new.attempt,
        false,
        now,
        new.source,
        new.part
    )?;
    tx.commit().await?;
    Ok((import_id, id))
}

/// Days that are stored, with whether their figures no longer change.
pub type StoredDays = BTreeMap<NaiveDate, bool>;

/// Returns the days of an import's committed batches.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn stored_days(executor: impl Into<Executor<'_>>, import_id: Uuid) -> Result<StoredDays> {
    let sql = "SELECT observed_from, observed_to, is_preliminary FROM import_batches
                WHERE import_id = $1 AND committed AND part = 'days' AND observed_from IS NOT NULL
                  AND observed_to IS NOT NULL ORDER BY id";
    let spans = query_all!(executor.into(), (NaiveDate, NaiveDate, bool), sql, import_id)?;
    let mut days = StoredDays::new();
    for (from, to, is_preliminary) in spans {
        days.extend(from.iter_days().take_while(|day| *day <= to).map(|day| (day, !is_preliminary)));
    }
    Ok(days)
}

/// A batch that is complete.
#[derive(Debug, Clone)]
pub struct WindowEnd<'a> {
    /// Source.
    pub target: &'a Target,
    /// Run with its attempt, which must still hold the run.
    pub run: (Uuid, i32),
    /// Import.
    pub import_id: Uuid,
    /// Batch.
    pub batch_id: i64,
    /// Content.
    pub part: BatchPart,
    /// Its days.
    pub span: Span,
    /// Whether its figures may still change.
    pub is_preliminary: bool,
    /// Number of rows.
    pub rows: i64,
    /// Received bytes.
    pub bytes: i64,
    /// Number of queries, their clicks and their impressions; of reports only.
    pub totals: (i64, i64, i64),
    /// Kinds of tables that the import has from now on.
    pub kinds: &'a [&'a str],
}

/// Makes a batch count instead of earlier batches of the same days, or of the earlier report. Returns false if the run is
/// no longer held or the batch is gone; nothing changes then.
///
/// # Errors
/// Returns an error if a query fails.
pub async fn commit_window(db: &Db, end: &WindowEnd<'_>, now: DateTime<Utc>) -> Result<bool> {
    let mut tx = db.begin().await?;
    if !hold(&mut tx, end.run).await? || !commit(&mut tx, end).await? {
        return Ok(false);
    }
    supersede(&mut tx, end).await?;
    sum_up(&mut tx, end, now).await?;
    tx.commit().await?;
    Ok(true)
}

/// Locks the run until the transaction ends; returns false if another attempt holds it.
pub(in crate::store) async fn hold(tx: &mut Tx, (id, attempt): (Uuid, i32)) -> Result<bool> {
    let sql = tx.dialect(
        "SELECT 1 FROM runs WHERE id = $1 AND attempt = $2 AND status = 'running' FOR SHARE",
        "SELECT 1 FROM runs WHERE id = $1 AND attempt = $2 AND status = 'running'",
    );
    Ok(query_opt!(tx, (i32,), sql, id, attempt)?.is_some())
}

async fn commit(tx: &mut Tx, end: &WindowEnd<'_>) -> Result<bool> {
    let (queries, clicks, impressions) = end.totals;
    let changed = execute!(
        tx,
        "UPDATE import_batches SET committed = $3, observed_from = $4, observed_to = $5, is_preliminary = $6,
           queries = $7, clicks = $8, impressions = $9,
           stored_rows = CASE WHEN stored_rows > $10 THEN stored_rows ELSE $10 END
          WHERE id = $1 AND import_id = $2 AND NOT committed",
        end.batch_id,
        end.import_id,
        true,
        end.span.from,
        end.span.to,
        end.is_preliminary,
        queries,
        clicks,
        impressions,
        end.rows
    )?;
    Ok(changed == 1)
}

async fn supersede(tx: &mut Tx, end: &WindowEnd<'_>) -> Result<()> {
    let sql = "UPDATE import_batches SET committed = $4 WHERE import_id = $2 AND id <> $1 AND part = $3 AND committed
                 AND ($3 = 'report' OR (observed_from >= $5 AND observed_to <= $6))";
    execute!(tx, sql, end.batch_id, end.import_id, end.part, false, end.span.from, end.span.to).map(|_| ())
}

/// Returns the day before a moment, in UTC: the last one that can have all its figures.
pub(in crate::store) fn last_whole_day(at: DateTime<Utc>) -> NaiveDate {
    at.date_naive().pred_opt().unwrap_or(NaiveDate::MIN)
}

/// Updates the import and the source. A week of Bing is stored whole, but has no figures of days to come.
async fn sum_up(tx: &mut Tx, end: &WindowEnd<'_>, now: DateTime<Utc>) -> Result<()> {
    execute!(
        &mut *tx,
        "UPDATE imports SET status = 'imported', imported_at = $2, kinds = $3, error = NULL, run_id = $4,
           size_bytes = size_bytes + $5, rows = (SELECT CAST(COALESCE(SUM(stored_rows), 0) AS BIGINT) FROM import_batches
             WHERE import_id = $1 AND committed) WHERE id = $1",
        end.import_id,
        now,
        Json(end.kinds),
        end.run.0,
        end.bytes.max(1)
    )?;
    execute!(
        tx,
        "UPDATE sync_sources SET rows = (SELECT rows FROM imports WHERE id = $3),
           first_day = (SELECT MIN(observed_from) FROM import_batches WHERE import_id = $3 AND committed AND part = 'days'),
           last_day = (SELECT MAX(CASE WHEN source <> 'bing_webmaster' OR observed_to <= $4 THEN observed_to
               WHEN observed_from <= $4 THEN $4 ELSE observed_from END) FROM import_batches
             WHERE import_id = $3 AND committed AND part = 'days'),
           last_final_day = (SELECT MAX(observed_to) FROM import_batches
             WHERE import_id = $3 AND committed AND part = 'days' AND NOT is_preliminary)
          WHERE connection_id = $1 AND workspace_id = $2",
        end.target.connection_id,
        end.target.workspace_id,
        end.import_id,
        last_whole_day(now)
    )
    .map(|_| ())
}
