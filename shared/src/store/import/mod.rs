//! Imports: uploads, their rows, and the commit of the rows.
//!
//! A run reads an upload into a batch of its own attempt. Rows of a batch are invisible until the transaction that ends
//! the run marks the batch as committed, so a run that crashes or repeats leaves no partial data.

mod days;
mod dropped;
mod effect;
mod files;
mod insert;
mod keyword_figures;
mod mappings;
mod observations;
mod rows;
mod upload;

pub use days::{DatedLine, SearchDays, insert_search_days};
pub use dropped::sweep_dropped;
pub(super) use effect::ImportRun;
pub use effect::{ImportEnd, ImportUndone, withdraw};
pub use files::{complete, duplicates, duplicates_locked};
pub use insert::{SearchLine, SearchRows};
pub use keyword_figures::{KeywordFigureFilter, keyword_figure_count, keyword_figures};
pub use mappings::{mappings, save_mapping, set_options, set_previous_period};
pub use observations::{
    ImportedObservation, ObservationCount, ObservationFilter, insert_observations, most_pages_of_a_query,
    observation_counts, observation_page, observation_rows, observations, page_at, pages_of_query, pages_with_text,
    ranks, read_latest, read_observations, results_of_query,
};
pub use rows::{
    Batch, KeywordRow, Piece, SearchRow, Text, batches, count_search_rows, delete_abandoned, delete_batch,
    insert_keyword_rows, keyword_rows, search_rows,
};
pub use upload::{append_chunk, chunk, chunks_size, delete_chunks};

use chrono::{DateTime, Utc};
use serde_json::Value;
use sqlx::types::Json;
use uuid::Uuid;

use super::{Db, Executor, Result, Tx, macros::*};
use crate::domain::{Page, fetched, import::Import};

macro_rules! columns {
    () => {
        "id, workspace_id, website_id, user_id, file_name, size_bytes, status, options, preview, rows, rejected, rejects, \
         run_id, error, created_at, imported_at"
    };
}

/// A new upload.
#[derive(Debug, Clone)]
pub struct NewImport {
    /// Id, under which its bytes are stored.
    pub id: Uuid,
    /// Workspace.
    pub workspace_id: Uuid,
    /// The website, if already chosen.
    pub website_id: Option<Uuid>,
    /// User who uploaded it.
    pub user_id: Uuid,
    /// Name on the user's computer.
    pub file_name: String,
}

/// Stores a new upload; its bytes and its preview follow.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn insert(executor: impl Into<Executor<'_>>, new: &NewImport, now: DateTime<Utc>) -> Result<()> {
    execute!(
        executor.into(),
        "INSERT INTO imports (id, workspace_id, website_id, user_id, file_name, size_bytes, status, preview, rows,
           rejected, rejects, created_at) VALUES ($1, $2, $3, $4, $5, 0, 'previewed', $6, 0, 0, $7, $8)",
        new.id,
        new.workspace_id,
        new.website_id,
        new.user_id,
        &new.file_name,
        Json(Value::Null),
        Json(Value::Array(Vec::new())),
        now
    )
    .map(|_| ())
}

/// Stores the result of inspecting a complete upload.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn set_preview(executor: impl Into<Executor<'_>>, id: Uuid, size_bytes: i64, preview: &Value) -> Result<()> {
    execute!(
        executor.into(),
        "UPDATE imports SET size_bytes = $2, preview = $3 WHERE id = $1",
        id,
        size_bytes,
        Json(preview)
    )
    .map(|_| ())
}

/// Stores the intended website of an upload.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn set_website(executor: impl Into<Executor<'_>>, id: Uuid, website_id: Uuid) -> Result<()> {
    execute!(executor.into(), "UPDATE imports SET website_id = $2 WHERE id = $1", id, website_id).map(|_| ())
}

/// Deletes an upload that could not be completed or read.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn delete(executor: impl Into<Executor<'_>>, id: Uuid) -> Result<()> {
    execute!(executor.into(), "DELETE FROM imports WHERE id = $1", id).map(|_| ())
}

/// Returns some unfinished uploads of all workspaces that started before `before`.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn unfinished(executor: impl Into<Executor<'_>>, before: DateTime<Utc>) -> Result<Vec<Uuid>> {
    let sql =
        "SELECT id FROM imports WHERE size_bytes = 0 AND status = 'previewed' AND created_at < $1 ORDER BY id LIMIT 20";
    Ok(query_all!(executor.into(), (Uuid,), sql, before)?.into_iter().map(|(id,)| id).collect())
}

/// Returns an import of the workspace; `None` if it does not exist.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn find(executor: impl Into<Executor<'_>>, workspace_id: Uuid, id: Uuid) -> Result<Option<Import>> {
    let sql = concat!("SELECT ", columns!(), " FROM imports WHERE id = $1 AND workspace_id = $2");
    query_opt!(executor.into(), Import, sql, id, workspace_id)
}

/// Returns the workspace's imports, newest first, without unfinished uploads.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn list(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, before: Option<Uuid>, limit: usize,
) -> Result<Page<Import>> {
    let sql = concat!(
        "SELECT ",
        columns!(),
        " FROM imports WHERE workspace_id = $1 AND size_bytes > 0 AND ($2 IS NULL OR id < $2) ORDER BY id DESC LIMIT $3"
    );
    let limit_more = fetched(limit);
    let rows = query_all!(executor.into(), Import, sql, workspace_id, before, limit_more)?;
    Ok(Page::from_rows(rows, limit, |row| row.id.to_string()))
}

/// Assigns a previewed or failed import to a run, in the transaction that stores the run. Returns `None` if it has
/// another status.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn begin(
    tx: &mut Tx, workspace_id: Uuid, id: Uuid, website_id: Uuid, run_id: Uuid,
) -> Result<Option<Import>> {
    let sql = concat!(
        "UPDATE imports SET status = 'importing', website_id = $3, run_id = $4, error = NULL
          WHERE id = $1 AND workspace_id = $2 AND status IN ('previewed', 'failed') RETURNING ",
        columns!()
    );
    write_opt!(tx, Import, sql, id, workspace_id, website_id, run_id)
}

/// Assigns an imported import to a run that removes its rows. Returns `None` if it has another status.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn begin_undo(tx: &mut Tx, workspace_id: Uuid, id: Uuid, run_id: Uuid) -> Result<Option<Import>> {
    let sql = concat!(
        "UPDATE imports SET run_id = $3 WHERE id = $1 AND workspace_id = $2 AND status = 'imported' RETURNING ",
        columns!()
    );
    write_opt!(tx, Import, sql, id, workspace_id, run_id)
}

/// Starts a batch for one attempt; returns its id.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn begin_batch(db: &Db, import_id: Uuid, website_id: Uuid, attempt: i32, now: DateTime<Utc>) -> Result<i64> {
    let mut tx = db.begin().await?;
    let id = write_value!(
        &mut tx,
        i64,
        "INSERT INTO import_batches (import_id, website_id, attempt, committed, queries, clicks, impressions, created_at)
         VALUES ($1, $2, $3, $4, 0, 0, 0, $5) RETURNING id",
        import_id,
        website_id,
        attempt,
        false,
        now
    )?;
    tx.commit().await?;
    Ok(id)
}

/// Hides an import's rows before they are deleted.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn hide(executor: impl Into<Executor<'_>>, id: Uuid) -> Result<()> {
    execute!(executor.into(), "UPDATE import_batches SET committed = $2 WHERE import_id = $1", id, false).map(|_| ())
}

/// Returns imports with uncommitted batches started before `before`.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn abandoned(executor: impl Into<Executor<'_>>, before: DateTime<Utc>) -> Result<Vec<Uuid>> {
    let sql = "SELECT DISTINCT import_id FROM import_batches WHERE NOT committed AND created_at < $1";
    Ok(query_all!(executor.into(), (Uuid,), sql, before)?.into_iter().map(|(id,)| id).collect())
}

/// Returns some uploads of all workspaces from before `before` that were not imported.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn never_imported(executor: impl Into<Executor<'_>>, before: DateTime<Utc>) -> Result<Vec<Uuid>> {
    let sql =
        "SELECT id FROM imports WHERE status IN ('previewed', 'failed') AND imported_at IS NULL AND size_bytes > 0
                 AND created_at < $1 ORDER BY id LIMIT 200";
    Ok(query_all!(executor.into(), (Uuid,), sql, before)?.into_iter().map(|(id,)| id).collect())
}

/// Deletes an upload that was not imported; returns false if it is being imported.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn delete_never_imported(executor: impl Into<Executor<'_>>, id: Uuid) -> Result<bool> {
    let sql = "DELETE FROM imports WHERE id = $1 AND status IN ('previewed', 'failed')";
    Ok(execute!(executor.into(), sql, id)? == 1)
}

/// Returns imports completed between two times, of which the uploads are no longer needed.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn read_between(
    executor: impl Into<Executor<'_>>, from: DateTime<Utc>, to: DateTime<Utc>,
) -> Result<Vec<Uuid>> {
    let sql = "SELECT id FROM imports WHERE imported_at >= $1 AND imported_at < $2";
    Ok(query_all!(executor.into(), (Uuid,), sql, from, to)?.into_iter().map(|(id,)| id).collect())
}

/// Returns the number of rows imported in all workspaces since `since`.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn rows_since(executor: impl Into<Executor<'_>>, since: DateTime<Utc>) -> Result<i64> {
    query_value!(
        executor.into(),
        i64,
        "SELECT CAST(COALESCE(SUM(rows), 0) AS BIGINT) FROM imports WHERE imported_at >= $1",
        since
    )
}

/// Returns the distinct kinds of tables in the workspace's imports, of one website if given.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn kinds(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Option<Uuid>,
) -> Result<Vec<String>> {
    let sql = "SELECT DISTINCT kinds FROM imports
      WHERE workspace_id = $1 AND status = 'imported' AND ($2 IS NULL OR website_id = $2)";
    let lists = query_all!(executor.into(), (Json<Vec<String>>,), sql, workspace_id, website_id)?;
    let mut kinds: Vec<String> = lists.into_iter().flat_map(|(Json(list),)| list).collect();
    kinds.sort_unstable();
    kinds.dedup();
    Ok(kinds)
}
