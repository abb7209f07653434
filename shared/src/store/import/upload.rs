//! Uploaded bytes in the database, for replicas without a shared disk.

use uuid::Uuid;

use crate::store::{Executor, Result, macros::*};

/// Appends a piece of an upload.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn append_chunk(executor: impl Into<Executor<'_>>, import_id: Uuid, no: i64, bytes: &[u8]) -> Result<()> {
    execute!(
        executor.into(),
        "INSERT INTO upload_chunks (import_id, no, bytes) VALUES ($1, $2, $3)",
        import_id,
        no,
        bytes
    )
    .map(|_| ())
}

/// Returns a piece of an upload; `None` past the end.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn chunk(executor: impl Into<Executor<'_>>, import_id: Uuid, no: i64) -> Result<Option<Vec<u8>>> {
    let sql = "SELECT bytes FROM upload_chunks WHERE import_id = $1 AND no = $2";
    Ok(query_opt!(executor.into(), (Vec<u8>,), sql, import_id, no)?.map(|(bytes,)| bytes))
}

/// Returns the size of an upload in bytes; `None` if it is missing or incomplete: a complete one ends with an empty
/// piece.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn chunks_size(executor: impl Into<Executor<'_>>, import_id: Uuid) -> Result<Option<i64>> {
    let sql = "SELECT CAST(SUM(LENGTH(bytes)) AS BIGINT) FROM upload_chunks WHERE import_id = $1
                HAVING MIN(LENGTH(bytes)) = 0";
    Ok(query_opt!(executor.into(), (i64,), sql, import_id)?.map(|(size,)| size))
}

/// Deletes an upload's bytes.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn delete_chunks(executor: impl Into<Executor<'_>>, import_id: Uuid) -> Result<()> {
    execute!(executor.into(), "DELETE FROM upload_chunks WHERE import_id = $1", import_id).map(|_| ())
}
