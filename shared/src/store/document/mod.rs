//! Content documents and their versions.

mod effect;
mod versions;

use chrono::{DateTime, Utc};
use serde_json::Value;
use sqlx::types::Json;
use uuid::Uuid;

pub use effect::DocumentWritten;
pub use versions::{
    Appended, MOST_VERSIONS, NewVersion, SiblingDocument, append, is_generated, siblings, version, versions,
};

use super::{Executor, Result, Tx, macros::*};
use crate::domain::{
    Page,
    document::{Document, DocumentStatus},
    fetched,
};

/// Maximum number of documents of a workspace.
pub const MOST_DOCUMENTS: i64 = 10_000;

macro_rules! columns {
    () => {
        "d.id, d.website_id, d.title, d.query, d.vertical, d.place, d.geoname_id, d.intent, d.brief, d.status, d.version,
         d.revision, d.run_id, (SELECT runs.status FROM runs WHERE runs.id = d.run_id) AS run_status, v.words, v.score,
         d.created_by, d.created_at, d.updated_at, d.archived_at
           FROM documents d LEFT JOIN document_versions v ON v.document_id = d.id AND v.number = d.version"
    };
}

/// Editable fields of a document.
#[derive(Debug, Clone, PartialEq)]
pub struct DocumentBody {
    /// Website to which it belongs, if any.
    pub website_id: Option<Uuid>,
    /// Title, one line.
    pub title: String,
    /// Query of the page; may be empty.
    pub query: String,
    /// Slug of the vertical.
    pub vertical: Option<String>,
    /// Name of the place.
    pub place: Option<String>,
    /// GeoNames id of the place.
    pub geoname_id: Option<i64>,
    /// Search intent.
    pub intent: Option<String>,
    /// Brief.
    pub brief: Value,
    /// Status.
    pub status: DocumentStatus,
    /// Time of archiving.
    pub archived_at: Option<DateTime<Utc>>,
}

/// Filter of documents.
#[derive(Debug, Clone, Default)]
pub struct DocumentFilter {
    /// Only of this website.
    pub website_id: Option<Uuid>,
    /// Only with this status.
    pub status: Option<DocumentStatus>,
    /// Only of this vertical.
    pub vertical: Option<String>,
    /// Only with this text in the title or the query, in lower case.
    pub contains: Option<String>,
    /// Archived ones instead of the others.
    pub is_archived: bool,
    /// Only documents older than this one.
    pub before: Option<Uuid>,
}

/// Stores a new document without a version.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn insert(
    tx: &mut Tx, workspace_id: Uuid, user_id: Uuid, id: Uuid, body: &DocumentBody, now: DateTime<Utc>,
) -> Result<()> {
    execute!(
        tx,
        "INSERT INTO documents (id, workspace_id, website_id, title, query, vertical, place, geoname_id, intent, brief,
           status, version, revision, created_by, created_at, updated_at, archived_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 0, 1, $12, $13, $13, $14)",
        id,
        workspace_id,
        body.website_id,
        &body.title,
        &body.query,
        &body.vertical,
        &body.place,
        body.geoname_id,
        &body.intent,
        Json(&body.brief),
        body.status,
        user_id,
        now,
        body.archived_at
    )
    .map(|_| ())
}

/// Counts the documents of the workspace.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn count(executor: impl Into<Executor<'_>>, workspace_id: Uuid) -> Result<i64> {
    query_value!(executor.into(), i64, "SELECT COUNT(*) FROM documents WHERE workspace_id = $1", workspace_id)
}

/// Returns a document of the workspace.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn find(executor: impl Into<Executor<'_>>, workspace_id: Uuid, id: Uuid) -> Result<Option<Document>> {
    let sql = concat!("SELECT ", columns!(), " WHERE d.id = $1 AND d.workspace_id = $2");
    query_opt!(executor.into(), Document, sql, id, workspace_id)
}

/// Lists documents of the workspace, newest first.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn list(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, filter: &DocumentFilter, limit: usize,
) -> Result<Page<Document>> {
    let sql = concat!(
        "SELECT ",
        columns!(),
        " WHERE d.workspace_id = $1 AND ($2 IS NULL OR d.website_id = $2) AND ($3 IS NULL OR d.status = $3)
            AND ($4 IS NULL OR d.vertical = $4)
            AND (CAST($5 AS TEXT) IS NULL OR LOWER(d.title) LIKE $5 ESCAPE '!' OR LOWER(d.query) LIKE $5 ESCAPE '!')
            AND (d.archived_at IS NOT NULL) = $6 AND ($7 IS NULL OR d.id < $7) ORDER BY d.id DESC LIMIT $8"
    );
    let pattern = filter.contains.as_ref().map(|text| format!("%{}%", escaped(text)));
    let most = fetched(limit);
    let rows = query_all!(
        executor.into(),
        Document,
        sql,
        workspace_id,
        filter.website_id,
        filter.status,
        &filter.vertical,
        &pattern,
        filter.is_archived,
        filter.before,
        most
    )?;
    Ok(Page::from_rows(rows, limit, |row| row.id.to_string()))
}

fn escaped(text: &str) -> String {
    text.replace('!', "!!").replace('%', "!%").replace('_', "!_")
}

/// Updates a document of the workspace that has this revision. Returns false if it does not exist or has another one.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn update(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, (id, revision): (Uuid, i64), body: &DocumentBody,
    now: DateTime<Utc>,
) -> Result<bool> {
    let changed = execute!(
        executor.into(),
        "UPDATE documents SET website_id = $4, title = $5, query = $6, vertical = $7, place = $8, geoname_id = $9,
           intent = $10, brief = $11, status = $12, archived_at = $13, updated_at = $14, revision = revision + 1
          WHERE id = $1 AND workspace_id = $2 AND revision = $3",
        id,
        workspace_id,
        revision,
        body.website_id,
        &body.title,
        &body.query,
        &body.vertical,
        &body.place,
        body.geoname_id,
        &body.intent,
        Json(&body.brief),
        body.status,
        body.archived_at,
        now
    )?;
    Ok(changed > 0)
}

/// Locks a document until the end of the transaction; returns the number of its current version, `None` if it does not
/// exist.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn lock(tx: &mut Tx, workspace_id: Uuid, id: Uuid) -> Result<Option<i32>> {
    let sql = tx.dialect(
        "SELECT version FROM documents WHERE id = $1 AND workspace_id = $2 FOR NO KEY UPDATE",
        "SELECT version FROM documents WHERE id = $1 AND workspace_id = $2",
    );
    Ok(query_opt!(tx, (i32,), sql, id, workspace_id)?.map(|(version,)| version))
}

/// Sets the run that writes a version of a document of the workspace.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn begin(tx: &mut Tx, workspace_id: Uuid, id: Uuid, run_id: Uuid) -> Result<()> {
    let sql = "UPDATE documents SET run_id = $3 WHERE id = $1 AND workspace_id = $2";
    execute!(tx, sql, id, workspace_id, run_id).map(|_| ())
}

/// Deletes a document of the workspace with its versions; returns false if it does not exist.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn delete(executor: impl Into<Executor<'_>>, workspace_id: Uuid, id: Uuid) -> Result<bool> {
    let sql = "DELETE FROM documents WHERE id = $1 AND workspace_id = $2";
    Ok(execute!(executor.into(), sql, id, workspace_id)? > 0)
}
