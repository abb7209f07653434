//! Deletion of old runs.

use chrono::{DateTime, Utc};

use crate::store::{Db, Result, batch::Ids, macros::*};

/// Deletes runs that ended before `before`, with their logs, at most `limit` of them; returns their number.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn delete_older(db: &Db, before: DateTime<Utc>, limit: i64) -> Result<u64> {
    let mut tx = db.begin().await?;
    let old = "SELECT id FROM runs WHERE finished_at < $1 ORDER BY id LIMIT $2";
    let ids: Vec<(uuid::Uuid,)> = query_all!(&mut tx, (uuid::Uuid,), old, before, limit)?;
    let ids = Ids::of(ids.iter().map(|(id,)| id));
    let sql = tx.dialect(
        "DELETE FROM run_log WHERE run_id = ANY($1)",
        "DELETE FROM run_log WHERE run_id IN (SELECT unhex(value) FROM json_each($1))",
    );
    execute!(&mut tx, sql, ids.clone())?;
    let sql = tx.dialect(
        "DELETE FROM runs WHERE id = ANY($1)",
        "DELETE FROM runs WHERE id IN (SELECT unhex(value) FROM json_each($1))",
    );
    let deleted = execute!(&mut tx, sql, ids)?;
    tx.commit().await?;
    Ok(deleted)
}
