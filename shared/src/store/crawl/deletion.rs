//! Deletion of crawls: hidden at once, deleted in pieces. A crawl of a million pages is never deleted by one statement.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use crate::store::{Db, Executor, Result, Tx, import, macros::*};

/// Rows that one statement deletes.
const ROWS_AT_ONCE: i64 = 2_000;

/// Deletes a crawl of the workspace; its pages count for the engines no more. Returns false if it does not exist. Its pages follow
/// with [`sweep`].
///
/// # Errors
/// Returns an error if a query fails.
pub async fn delete(tx: &mut Tx, workspace_id: Uuid, id: Uuid, now: DateTime<Utc>) -> Result<bool> {
    let sql = "UPDATE crawls SET deleted_at = $3, drops_pages = $4
                WHERE id = $1 AND workspace_id = $2 AND deleted_at IS NULL RETURNING import_id";
    let Some((import_id,)) = write_opt!(&mut *tx, (Uuid,), sql, id, workspace_id, now, true)? else { return Ok(false) };
    import::withdraw(tx, import_id).await?;
    Ok(true)
}

/// Deletes the crawls of a website that are kept no longer: all but the latest `most`, and of these those after which more than
/// `most_urls` would be stored. The latest two are always kept, to be compared.
///
/// # Errors
/// Returns an error if the query fails.
pub(super) async fn delete_old(
    tx: &mut Tx, (workspace_id, website_id): (Uuid, Option<Uuid>), (most, most_urls): (i64, i64), now: DateTime<Utc>,
) -> Result<()> {
    let sql = "UPDATE crawls SET deleted_at = $5, drops_pages = $6 WHERE id IN (
                 SELECT id FROM (
                   SELECT id, ROW_NUMBER() OVER (ORDER BY id DESC) AS place,
                          SUM(CAST(report ->> 'fetched' AS BIGINT)) OVER (ORDER BY id DESC) AS urls
                     FROM crawls WHERE workspace_id = $1 AND website_id = $2 AND finished_at IS NOT NULL
                      AND deleted_at IS NULL) AS ranked
                  WHERE place > $3 OR (place > 2 AND urls > $4))";
    execute!(tx, sql, workspace_id, website_id, most, most_urls, now, true).map(|_| ())
}

/// Deletes the pages of a run's crawl, which did not succeed, with [`sweep`].
///
/// # Errors
/// Returns an error if the query fails.
pub(super) async fn drop_pages(tx: &mut Tx, run_id: Uuid) -> Result<()> {
    execute!(tx, "UPDATE crawls SET drops_pages = $2 WHERE run_id = $1", run_id, true).map(|_| ())
}

/// Deletes what an earlier attempt of a crawl has stored, in pieces.
///
/// # Errors
/// Returns an error if a query fails.
pub async fn clear(db: &Db, id: Uuid) -> Result<()> {
    execute!(db, "UPDATE crawls SET drops_pages = $2 WHERE id = $1", id, true)?;
    while delete_piece(db, id).await? > 0 {}
    execute!(db, "UPDATE crawls SET drops_pages = $2 WHERE id = $1 AND deleted_at IS NULL", id, false).map(|_| ())
}

/// Deletes a piece of what crawls that were deleted or did not succeed have left. Returns false if there is nothing more. What is
/// left when the process ends follows later.
///
/// # Errors
/// Returns an error if a query fails.
pub async fn sweep(db: &Db) -> Result<bool> {
    let sql = "SELECT id FROM crawls WHERE drops_pages ORDER BY id LIMIT 1";
    let Some((id,)) = query_opt!(db, (Uuid,), sql)? else { return Ok(false) };
    if delete_piece(db, id).await? > 0 {
        return Ok(true);
    }
    execute!(db, "DELETE FROM crawls WHERE id = $1 AND deleted_at IS NOT NULL", id)?;
    execute!(db, "UPDATE crawls SET drops_pages = $2 WHERE id = $1 AND deleted_at IS NULL", id, false)?;
    Ok(true)
}

/// Deletes some issues and pages. A crawl whose run starts again keeps what it stores from then on.
async fn delete_piece(db: &Db, id: Uuid) -> Result<u64> {
    let findings = "DELETE FROM crawl_findings WHERE crawl_id = $1
                      AND EXISTS (SELECT 1 FROM crawls WHERE id = $1 AND drops_pages)
                      AND (issue, page_no) IN (SELECT issue, page_no FROM crawl_findings WHERE crawl_id = $1
                                                ORDER BY issue, page_no LIMIT $2)";
    let pages = "DELETE FROM crawl_pages WHERE crawl_id = $1
                   AND EXISTS (SELECT 1 FROM crawls WHERE id = $1 AND drops_pages)
                   AND no IN (SELECT no FROM crawl_pages WHERE crawl_id = $1 ORDER BY no LIMIT $2)";
    let deleted = execute!(db, findings, id, ROWS_AT_ONCE)?;
    if deleted > 0 {
        return Ok(deleted);
    }
    execute!(db, pages, id, ROWS_AT_ONCE)
}

/// Returns the number of URLs that the crawls of a workspace store, with the maximum of those under way.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn stored_urls(executor: impl Into<Executor<'_>>, workspace_id: Uuid) -> Result<i64> {
    let sql = "SELECT CAST(COALESCE(SUM(CASE
                 WHEN finished_at IS NOT NULL THEN CAST(report ->> 'fetched' AS BIGINT)
                 WHEN (SELECT runs.status FROM runs WHERE runs.id = crawls.run_id) IN ('queued', 'running', 'paused')
                   THEN CAST(COALESCE(settings ->> 'maxPages', '0') AS BIGINT)
                 ELSE 0 END), 0) AS BIGINT)
                 FROM crawls WHERE workspace_id = $1 AND deleted_at IS NULL";
    query_value!(executor.into(), i64, sql, workspace_id)
}
