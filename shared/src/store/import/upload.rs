//! Uploaded bytes, where replicas share no disk.

use uuid::Uuid;

use crate::store::{Executor, Result, macros::*};

/// Adds the next piece of an upload.
///
/// # Errors
/// Those of the database.
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

/// A piece of an upload; `None` past the end.
///
/// # Errors
/// Those of the database.
pub async fn chunk(executor: impl Into<Executor<'_>>, import_id: Uuid, no: i64) -> Result<Option<Vec<u8>>> {
    let sql = "SELECT bytes FROM upload_chunks WHERE import_id = $1 AND no = $2";
    Ok(query_opt!(executor.into(), (Vec<u8>,), sql, import_id, no)?.map(|(bytes,)| bytes))
}

/// How many bytes an upload has; `None` when there are none or not yet all: a complete one ends with an empty piece.
///
/// # Errors
/// Those of the database.
pub async fn chunks_size(executor: impl Into<Executor<'_>>, import_id: Uuid) -> Result<Option<i64>> {
    let sql = "SELECT CAST(SUM(LENGTH(bytes)) AS BIGINT) FROM upload_chunks WHERE import_id = $1
                HAVING MIN(LENGTH(bytes)) = 0";
    Ok(query_opt!(executor.into(), (i64,), sql, import_id)?.map(|(size,)| size))
}

/// Deletes an upload's bytes.
///
/// # Errors
/// Those of the database.
pub async fn delete_chunks(executor: impl Into<Executor<'_>>, import_id: Uuid) -> Result<()> {
    execute!(executor.into(), "DELETE FROM upload_chunks WHERE import_id = $1", import_id).map(|_| ())
}
