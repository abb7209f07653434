//! How uploads are read, and columns assigned by users.

use chrono::{DateTime, Utc};
use sqlx::types::Json;
use uuid::Uuid;

use crate::{
    domain::import::{ColumnMapping, Days, ImportOptions},
    store::{Executor, Result, macros::*},
};

/// Stores how an upload is read. Returns false if it was imported already or is being imported.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn set_options(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, id: Uuid, options: &ImportOptions,
) -> Result<bool> {
    let sql =
        "UPDATE imports SET options = $3 WHERE id = $1 AND workspace_id = $2 AND status IN ('previewed', 'failed')";
    Ok(execute!(executor.into(), sql, id, workspace_id, Json(options))? == 1)
}

/// Maximum number of mappings that are offered; the latest.
const MOST: i64 = 500;

/// Returns the workspace's assignments of columns, the latest first.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn mappings(executor: impl Into<Executor<'_>>, workspace_id: Uuid) -> Result<Vec<ColumnMapping>> {
    let sql =
        "SELECT fingerprint, columns FROM column_mappings WHERE workspace_id = $1 ORDER BY updated_at DESC LIMIT $2";
    let rows = query_all!(executor.into(), (String, Json<ColumnMapping>), sql, workspace_id, MOST)?;
    Ok(rows.into_iter().map(|(fingerprint, Json(mapping))| ColumnMapping { fingerprint, ..mapping }).collect())
}

/// Stores an assignment of columns in place of an earlier one for the same headers.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn save_mapping(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, mapping: &ColumnMapping, now: DateTime<Utc>,
) -> Result<()> {
    let sql = "INSERT INTO column_mappings (workspace_id, fingerprint, target, columns, updated_at)
         VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (workspace_id, fingerprint)
       DO UPDATE SET target = excluded.target, columns = excluded.columns, updated_at = excluded.updated_at";
    execute!(executor.into(), sql, workspace_id, &mapping.fingerprint, &mapping.target, Json(mapping), now).map(|_| ())
}

/// Stores the period with which a batch compares its own.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn set_previous_period(executor: impl Into<Executor<'_>>, batch_id: i64, days: Days) -> Result<()> {
    let sql = "UPDATE import_batches SET previous_from = $2, previous_to = $3 WHERE id = $1";
    execute!(executor.into(), sql, batch_id, days.from, days.to).map(|_| ())
}
