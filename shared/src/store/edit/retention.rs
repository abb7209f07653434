//! Deletion of the contents of ended edits.

use chrono::{DateTime, Utc};

use crate::store::{Executor, Result, macros::*};

/// Deletes the files of edits that left nothing on their website and ended before `before`; at most `limit`. Returns their
/// number. Files of applied edits stay, so that they can be undone.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn delete_old_files(executor: impl Into<Executor<'_>>, before: DateTime<Utc>, limit: i64) -> Result<u64> {
    execute!(
        executor.into(),
        "DELETE FROM edit_files WHERE edit_id IN
           (SELECT e.id FROM edits e WHERE e.updated_at < $1 AND e.status IN ('rolled_back', 'undone', 'cancelled')
              AND EXISTS (SELECT 1 FROM edit_files f WHERE f.edit_id = e.id) ORDER BY e.id LIMIT $2)",
        before,
        limit
    )
}

/// Deletes contents that no edit refers to and that none has used since `before`; at most `limit`. Returns their number.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn delete_unused_blobs(executor: impl Into<Executor<'_>>, before: DateTime<Utc>, limit: i64) -> Result<u64> {
    execute!(
        executor.into(),
        "DELETE FROM edit_blobs WHERE sha256 IN
           (SELECT b.sha256 FROM edit_blobs b WHERE b.used_at < $1
              AND NOT EXISTS (SELECT 1 FROM edit_files f WHERE f.before_sha256 = b.sha256 OR f.after_sha256 = b.sha256)
             ORDER BY b.sha256 LIMIT $2)
           AND used_at < $1",
        before,
        limit
    )
}
