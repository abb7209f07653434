//! A workspace's own editorial packs. Changes are only added; the latest one counts.

use chrono::{DateTime, NaiveDate, Utc};
use uuid::Uuid;

use super::{Executor, Result, Tx, macros::*};
use crate::domain::{
    Page, fetched,
    pack::{OwnPack, PackAction, PackChange},
};

/// Maximum number of own packs of a workspace, with removed ones.
pub const MOST_PACKS: i64 = 500;
/// Number of changes of a pack that are kept.
pub const KEPT_CHANGES: i64 = 200;

macro_rules! columns {
    () => {
        "language, vertical, is_active, title, updated, review, words, questions, warnings, revision, changed_at, changed_by"
    };
}

macro_rules! change_columns {
    () => {
        "id, language, vertical, action, words, note, user_id,
         (SELECT name FROM users WHERE users.id = pack_changes.user_id) AS user_name, created_at"
    };
}

/// What identifies a pack in a workspace.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct PackKey {
    /// Language, such as `en`.
    pub language: String,
    /// Slug of the vertical.
    pub vertical: String,
}

/// A text of a pack with what is listed of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PackBody {
    /// Text.
    pub text: String,
    /// Name of the trade in headings.
    pub title: String,
    /// Day of the last revision, as the pack says.
    pub updated: NaiveDate,
    /// Who must review pages before they are published.
    pub review: Option<String>,
    /// Number of words.
    pub words: i32,
    /// Number of questions.
    pub questions: i32,
    /// Number of warnings of the check.
    pub warnings: i32,
}

/// Author and reason of a change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PackAuthor {
    /// User who makes it.
    pub user_id: Uuid,
    /// What it does.
    pub action: PackAction,
    /// Note of the author.
    pub note: String,
}

/// Lists the own packs of the workspace, of a language if given, with removed ones.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn list(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, language: Option<&str>,
) -> Result<Vec<OwnPack>> {
    let sql = concat!(
        "SELECT ",
        columns!(),
        " FROM packs WHERE workspace_id = $1 AND ($2 IS NULL OR language = $2) ORDER BY language, vertical"
    );
    query_all!(executor.into(), OwnPack, sql, workspace_id, language)
}

/// Returns an own pack of the workspace, which may be a removed one.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn find(executor: impl Into<Executor<'_>>, workspace_id: Uuid, key: &PackKey) -> Result<Option<OwnPack>> {
    let sql = concat!("SELECT ", columns!(), " FROM packs WHERE workspace_id = $1 AND language = $2 AND vertical = $3");
    query_opt!(executor.into(), OwnPack, sql, workspace_id, &key.language, &key.vertical)
}

/// Returns the text of an own pack of the workspace; `None` if there is none, or if it was removed.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn text(executor: impl Into<Executor<'_>>, workspace_id: Uuid, key: &PackKey) -> Result<Option<String>> {
    let sql = "SELECT text FROM packs WHERE workspace_id = $1 AND language = $2 AND vertical = $3 AND is_active";
    let found = query_opt!(executor.into(), (String,), sql, workspace_id, &key.language, &key.vertical)?;
    Ok(found.map(|(text,)| text))
}

/// Stores a text as the workspace's own pack. The workspace must be locked. Returns false if the pack has the same text.
///
/// # Errors
/// Returns an error if a query fails.
pub async fn put(
    tx: &mut Tx, workspace_id: Uuid, key: &PackKey, body: &PackBody, author: &PackAuthor, now: DateTime<Utc>,
) -> Result<bool> {
    if text(&mut *tx, workspace_id, key).await?.as_deref() == Some(body.text.as_str()) {
        return Ok(false);
    }
    let id = add(tx, workspace_id, key, (&body.text, body.words), author, now).await?;
    execute!(
        &mut *tx,
        "INSERT INTO packs (workspace_id, language, vertical, is_active, text, title, updated, review, words, questions,
           warnings, change_id, revision, changed_at, changed_by)
         VALUES ($1, $2, $3, TRUE, $4, $5, $6, $7, $8, $9, $10, $11, 1, $12, $13)
         ON CONFLICT (workspace_id, language, vertical) DO UPDATE SET is_active = TRUE, text = excluded.text,
           title = excluded.title, updated = excluded.updated, review = excluded.review, words = excluded.words,
           questions = excluded.questions, warnings = excluded.warnings, change_id = excluded.change_id,
           revision = packs.revision + 1, changed_at = excluded.changed_at, changed_by = excluded.changed_by",
        workspace_id,
        &key.language,
        &key.vertical,
        &body.text,
        &body.title,
        body.updated,
        &body.review,
        body.words,
        body.questions,
        body.warnings,
        id,
        now,
        author.user_id
    )?;
    drop_old(tx, workspace_id, key).await?;
    Ok(true)
}

/// Removes the workspace's own pack, so that the built-in one counts; its changes remain. Returns false if there is none.
///
/// # Errors
/// Returns an error if a query fails.
pub async fn remove(tx: &mut Tx, workspace_id: Uuid, key: &PackKey, user_id: Uuid, now: DateTime<Utc>) -> Result<bool> {
    let Some(pack) = find(&mut *tx, workspace_id, key).await?.filter(|pack| pack.is_active) else { return Ok(false) };
    let Some(text) = text(&mut *tx, workspace_id, key).await? else { return Ok(false) };
    let author = PackAuthor { user_id, action: PackAction::Removed, note: String::new() };
    let id = add(tx, workspace_id, key, (&text, pack.words), &author, now).await?;
    execute!(
        &mut *tx,
        "UPDATE packs SET is_active = FALSE, change_id = $4, revision = revision + 1, changed_at = $5, changed_by = $6
          WHERE workspace_id = $1 AND language = $2 AND vertical = $3",
        workspace_id,
        &key.language,
        &key.vertical,
        id,
        now,
        user_id
    )?;
    drop_old(tx, workspace_id, key).await?;
    Ok(true)
}

async fn add(
    tx: &mut Tx, workspace_id: Uuid, key: &PackKey, (text, words): (&str, i32), author: &PackAuthor, now: DateTime<Utc>,
) -> Result<Uuid> {
    let id = crate::domain::new_id();
    execute!(
        tx,
        "INSERT INTO pack_changes (id, workspace_id, language, vertical, action, text, size_bytes, words, note, user_id,
           created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
        id,
        workspace_id,
        &key.language,
        &key.vertical,
        author.action,
        text,
        i64::try_from(text.len()).unwrap_or(i64::MAX),
        words,
        &author.note,
        author.user_id,
        now
    )?;
    Ok(id)
}

/// Deletes the oldest changes of a pack beyond the number that is kept.
async fn drop_old(tx: &mut Tx, workspace_id: Uuid, key: &PackKey) -> Result<()> {
    execute!(
        tx,
        "DELETE FROM pack_changes WHERE workspace_id = $1 AND language = $2 AND vertical = $3 AND id NOT IN
           (SELECT id FROM pack_changes WHERE workspace_id = $1 AND language = $2 AND vertical = $3
             ORDER BY id DESC LIMIT $4)",
        workspace_id,
        &key.language,
        &key.vertical,
        KEPT_CHANGES
    )
    .map(|_| ())
}

/// Lists the changes of a pack, or of all packs of the workspace, the latest first.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn changes(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, key: Option<&PackKey>, before: Option<Uuid>, limit: usize,
) -> Result<Page<PackChange>> {
    let sql = concat!(
        "SELECT ",
        change_columns!(),
        " FROM pack_changes WHERE workspace_id = $1 AND ($2 IS NULL OR language = $2) AND ($3 IS NULL OR vertical = $3)
            AND ($4 IS NULL OR id < $4) ORDER BY id DESC LIMIT $5"
    );
    let (language, vertical) = (key.map(|key| &key.language), key.map(|key| &key.vertical));
    let rows = query_all!(executor.into(), PackChange, sql, workspace_id, language, vertical, before, fetched(limit))?;
    Ok(Page::from_rows(rows, limit, |row| row.id.to_string()))
}

/// Returns the text of a change of a pack of the workspace.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn text_of_change(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, key: &PackKey, id: Uuid,
) -> Result<Option<String>> {
    let sql = "SELECT text FROM pack_changes WHERE workspace_id = $1 AND language = $2 AND vertical = $3 AND id = $4";
    let found = query_opt!(executor.into(), (String,), sql, workspace_id, &key.language, &key.vertical, id)?;
    Ok(found.map(|(text,)| text))
}
