//! Files of releases.

use sqlx::types::Json;
use uuid::Uuid;

use crate::{
    domain::release::{Blob, ReleaseFile},
    store::{Executor, Result, macros::*},
};

/// Returns the files of a release of whatever workspace, ordered by path. They never change.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn manifest(executor: impl Into<Executor<'_>>, id: Uuid) -> Result<Option<Vec<ReleaseFile>>> {
    let sql = "SELECT manifest FROM releases WHERE id = $1";
    Ok(query_opt!(executor.into(), (Json<Vec<ReleaseFile>>,), sql, id)?.map(|(manifest,)| manifest.0))
}

/// Returns the content of a file of a release of whatever workspace by its SHA-256.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn blob(executor: impl Into<Executor<'_>>, release_id: Uuid, sha256: &str) -> Result<Option<Blob>> {
    query_opt!(
        executor.into(),
        Blob,
        "SELECT b.sha256, b.bytes, b.size FROM site_blobs b JOIN release_blobs r ON r.sha256 = b.sha256
          WHERE r.release_id = $1 AND b.sha256 = $2",
        release_id,
        sha256
    )
}

/// Returns the compressed bytes that the files of a workspace's releases added.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn blob_bytes(executor: impl Into<Executor<'_>>, workspace_id: Uuid) -> Result<i64> {
    let sql = "SELECT CAST(COALESCE(SUM(stored_bytes), 0) AS BIGINT) FROM releases WHERE workspace_id = $1";
    query_value!(executor.into(), i64, sql, workspace_id)
}

/// Returns the SHA-256 of the files of a release whose content is not stored: none, unless the database was changed by hand.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn missing_blobs(executor: impl Into<Executor<'_>>, id: Uuid) -> Result<Vec<String>> {
    let sql = "SELECT r.sha256 FROM release_blobs r LEFT JOIN site_blobs b ON b.sha256 = r.sha256
                WHERE r.release_id = $1 AND b.sha256 IS NULL ORDER BY r.sha256";
    let rows = query_all!(executor.into(), (String,), sql, id)?;
    Ok(rows.into_iter().map(|(sha256,)| sha256).collect())
}
