//! Deletion of old releases and of contents that nothing refers to.

use chrono::{DateTime, Utc};

use crate::store::{Executor, Result, macros::*};

/// Releases of a site that are kept, besides those that were approved.
const KEPT: i64 = 20;

/// Deletes releases that were never approved, beyond the last 20 of their site; at most `limit`. Returns their number.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn delete_old(executor: impl Into<Executor<'_>>, limit: i64) -> Result<u64> {
    execute!(
        executor.into(),
        "DELETE FROM releases WHERE id IN
           (SELECT old.id FROM releases old
             WHERE old.approved_at IS NULL AND old.number <= (SELECT MAX(latest.number) - $1 FROM releases latest
               WHERE latest.website_id = old.website_id) ORDER BY old.id LIMIT $2)
           AND approved_at IS NULL",
        KEPT,
        limit
    )
}

/// Deletes contents that no release refers to and that none has used since `before`; at most `limit`. Returns their
/// number.
///
/// A build marks the contents that it uses before it refers to them, so that none is deleted in between.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn delete_unused_blobs(executor: impl Into<Executor<'_>>, before: DateTime<Utc>, limit: i64) -> Result<u64> {
    execute!(
        executor.into(),
        "DELETE FROM site_blobs WHERE sha256 IN
           (SELECT b.sha256 FROM site_blobs b WHERE b.used_at < $1
              AND NOT EXISTS (SELECT 1 FROM release_blobs r WHERE r.sha256 = b.sha256) ORDER BY b.sha256 LIMIT $2)
           AND used_at < $1",
        before,
        limit
    )
}
