//! Versions of documents, which are only added.

use chrono::{DateTime, Utc};
use serde_json::Value;
use sqlx::types::Json;
use uuid::Uuid;

use crate::{
    domain::{
        Page,
        document::{DocumentVersion, VersionInfo, VersionOrigin, VersionScore},
        fetched,
    },
    store::{Executor, Result, Tx, macros::*},
};

/// Maximum number of versions of a document.
pub const MOST_VERSIONS: i32 = 1_000;

macro_rules! info {
    () => {
        "v.number, v.base, v.origin, v.words, v.score, v.run_id, v.user_id,
         (SELECT name FROM users WHERE users.id = v.user_id) AS user_name, v.model, v.cost_micros, v.note, v.created_at"
    };
}

macro_rules! of_document {
    () => {
        " FROM document_versions v JOIN documents d ON d.id = v.document_id WHERE v.document_id = $1 AND d.workspace_id = $2"
    };
}

/// A version to add.
#[derive(Debug, Clone, PartialEq)]
pub struct NewVersion {
    /// Number of the version that it was made from; 0 for none.
    pub base: i32,
    /// Origin.
    pub origin: VersionOrigin,
    /// Text: a draft of the content engine.
    pub draft: Value,
    /// Facts that it cites: a list of the type of the crate `documents`.
    pub cited: Value,
    /// Score, if it was computed.
    pub score: Option<VersionScore>,
    /// Words of headings and text.
    pub words: i32,
    /// Run that wrote it.
    pub run_id: Option<Uuid>,
    /// User who wrote it or started its run.
    pub user_id: Uuid,
    /// Prompts of the language model.
    pub prompts: Option<Value>,
    /// Language model.
    pub model: Option<String>,
    /// Cost in millionths of a dollar.
    pub cost_micros: i64,
    /// Note of the author, or what the run did.
    pub note: String,
}

/// Outcome of saving a version.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Appended {
    /// It was added with this number.
    New(i32),
    /// The current version has the same text.
    Same(i32),
    /// It was not added, because this version is the current one and not the expected one.
    Stale(i32),
    /// It was not added, because the document has as many versions as it may have.
    Full,
    /// The document does not exist.
    Missing,
}

/// Adds a version to a document of the workspace, if its current version has the number `expected` (or any, if that is
/// `None`) and another text.
///
/// # Errors
/// Returns an error if a query fails.
pub async fn append(
    tx: &mut Tx, workspace_id: Uuid, id: Uuid, expected: Option<i32>, new: &NewVersion, now: DateTime<Utc>,
) -> Result<Appended> {
    let Some(current) = super::lock(tx, workspace_id, id).await? else { return Ok(Appended::Missing) };
    if expected.is_some_and(|expected| expected != current) {
        return Ok(Appended::Stale(current));
    }
    if is_current(tx, id, current, &new.draft).await? {
        return Ok(Appended::Same(current));
    }
    if current >= MOST_VERSIONS {
        return Ok(Appended::Full);
    }
    insert(tx, id, current + 1, new, now).await?;
    let sql = "UPDATE documents SET version = $2, updated_at = $3 WHERE id = $1";
    execute!(tx, sql, id, current + 1, now)?;
    Ok(Appended::New(current + 1))
}

async fn is_current(tx: &mut Tx, id: Uuid, current: i32, draft: &Value) -> Result<bool> {
    let sql = "SELECT draft FROM document_versions WHERE document_id = $1 AND number = $2";
    let found = query_opt!(tx, (Json<Value>,), sql, id, current)?;
    Ok(found.is_some_and(|(found,)| found.0 == *draft))
}

async fn insert(tx: &mut Tx, id: Uuid, number: i32, new: &NewVersion, now: DateTime<Utc>) -> Result<()> {
    execute!(
        tx,
        "INSERT INTO document_versions (document_id, number, base, origin, draft, cited, score, words, size_bytes, run_id,
           user_id, prompts, model, cost_micros, note, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)",
        id,
        number,
        new.base,
        new.origin,
        Json(&new.draft),
        Json(&new.cited),
        new.score.as_ref().map(Json),
        new.words,
        new.size_bytes(),
        new.run_id,
        new.user_id,
        new.prompts.as_ref().map(Json),
        &new.model,
        new.cost_micros,
        &new.note,
        now
    )
    .map(|_| ())
}

impl NewVersion {
    /// Returns the bytes of its text and facts, which count as stored.
    #[must_use]
    pub fn size_bytes(&self) -> i64 {
        let parts = [Some(&self.draft), Some(&self.cited), self.prompts.as_ref()];
        let bytes: usize = parts.into_iter().flatten().map(|part| part.to_string().len()).sum();
        i64::try_from(bytes).unwrap_or(i64::MAX)
    }
}

/// Lists the versions of a document of the workspace without their texts, newest first.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn versions(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, id: Uuid, before: Option<i32>, limit: usize,
) -> Result<Page<VersionInfo>> {
    let sql = concat!(
        "SELECT ",
        info!(),
        of_document!(),
        " AND ($3 IS NULL OR v.number < $3) ORDER BY v.number DESC LIMIT $4"
    );
    let rows = query_all!(executor.into(), VersionInfo, sql, id, workspace_id, before, fetched(limit))?;
    Ok(Page::from_rows(rows, limit, |row| row.number.to_string()))
}

/// Returns a version of a document of the workspace.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn version(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, id: Uuid, number: i32,
) -> Result<Option<DocumentVersion>> {
    let sql = concat!("SELECT ", info!(), ", v.draft, v.cited, v.prompts", of_document!(), " AND v.number = $3");
    query_opt!(executor.into(), DocumentVersion, sql, id, workspace_id, number)
}

/// Returns whether a language model wrote this version of a document of the workspace or an earlier one.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn is_generated(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, id: Uuid, number: i32,
) -> Result<bool> {
    let count = query_value!(
        executor.into(),
        i64,
        "SELECT COUNT(*) FROM document_versions v JOIN documents d ON d.id = v.document_id
          WHERE d.workspace_id = $1 AND d.id = $2 AND v.number <= $3 AND v.origin = 'generated'",
        workspace_id,
        id,
        number
    )?;
    Ok(count > 0)
}

/// Another document of a website.
#[derive(Debug, Clone, sqlx_macros::FromRow)]
pub struct SiblingDocument {
    /// Title.
    pub title: String,
    /// Brief.
    pub brief: Json<Value>,
    /// Current text.
    pub draft: Json<Value>,
}

/// Returns the latest documents of a website that have a text, except one.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn siblings(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Uuid, except: Uuid, limit: i64,
) -> Result<Vec<SiblingDocument>> {
    query_all!(
        executor.into(),
        SiblingDocument,
        "SELECT d.title, d.brief, v.draft FROM documents d
           JOIN document_versions v ON v.document_id = d.id AND v.number = d.version
          WHERE d.workspace_id = $1 AND d.website_id = $2 AND d.id <> $3 AND d.archived_at IS NULL
          ORDER BY d.id DESC LIMIT $4",
        workspace_id,
        website_id,
        except,
        limit
    )
}
