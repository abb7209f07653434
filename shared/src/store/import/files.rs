//! Files of uploads, and duplicates of earlier imports.

use serde_json::Value;
use sqlx::types::Json;
use uuid::Uuid;

use crate::{
    config::WorkspaceLimits,
    domain::import::{DuplicateFile, ImportFile},
    store::{Db, Executor, Result, Tx, macros::*, usage, workspace},
};

/// Completes an upload: its name, its size and its files.
///
/// # Errors
/// Returns [`StoreError::OverLimit`](crate::store::StoreError::OverLimit) if the workspace may not store it, or an error
/// if a statement fails; nothing is stored then.
pub async fn complete(
    db: &Db, limits: WorkspaceLimits, id: Uuid, file_name: &str, size_bytes: i64, files: &[ImportFile],
) -> Result<()> {
    let mut tx = db.begin().await?;
    let sql = "UPDATE imports SET file_name = $2, size_bytes = $3, preview = $4 WHERE id = $1 RETURNING workspace_id";
    let workspace = write_opt!(&mut tx, (Uuid,), sql, id, file_name, size_bytes, Json(Value::Null))?;
    for (no, file) in (0_i32..).zip(files) {
        let sql = "INSERT INTO import_files (import_id, no, name, size_bytes, sha256) VALUES ($1, $2, $3, $4, $5)";
        execute!(&mut tx, sql, id, no, &file.name, file.size_bytes, &file.sha256)?;
    }
    if let Some((workspace_id,)) = workspace {
        usage::check_storage_locked(&mut tx, limits, workspace_id, size_bytes, crate::domain::now()).await?;
    }
    tx.commit().await
}

/// Returns the files of an upload that a completed or running import of the workspace already contains: each once, with
/// the latest such import.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn duplicates(executor: impl Into<Executor<'_>>, workspace_id: Uuid, id: Uuid) -> Result<Vec<DuplicateFile>> {
    let mut duplicates = query_all!(
        executor.into(),
        DuplicateFile,
        "SELECT mine.name AS file_name, imports.id AS import_id, imports.file_name AS import_file_name,
           imports.imported_at, imports.website_id, websites.name AS website_name
           FROM import_files AS mine
           JOIN import_files AS same ON same.sha256 = mine.sha256 AND same.import_id <> mine.import_id
           JOIN imports ON imports.id = same.import_id
           LEFT JOIN websites ON websites.id = imports.website_id AND websites.workspace_id = imports.workspace_id
          WHERE mine.import_id = $2 AND imports.workspace_id = $1 AND imports.status IN ('importing', 'imported')
          ORDER BY mine.no, imports.id DESC",
        workspace_id,
        id
    )?;
    duplicates.dedup_by(|next, kept| next.file_name == kept.file_name);
    Ok(duplicates)
}

/// Returns [`duplicates`] and locks them for the workspace until the transaction ends.
///
/// # Errors
/// Returns an error if a query fails.
pub async fn duplicates_locked(tx: &mut Tx, workspace_id: Uuid, id: Uuid) -> Result<Vec<DuplicateFile>> {
    workspace::lock(tx, workspace_id).await?;
    duplicates(tx, workspace_id, id).await
}
