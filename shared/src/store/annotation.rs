//! Change log entries.

use chrono::{DateTime, NaiveDate, Utc};
use sqlx::types::Json;
use uuid::Uuid;

use super::{Executor, Result, macros::*};
use crate::domain::{
    Page, Pair,
    annotation::{Annotation, AnnotationKind},
    fetched,
};

macro_rules! columns {
    () => {
        "id, website_id, day, at, kind, title, detail, pages, created_by, created_at"
    };
}

/// Editable fields of an entry.
#[derive(Debug, Clone, PartialEq)]
pub struct AnnotationBody {
    /// Website; `None` for all of the workspace's.
    pub website_id: Option<Uuid>,
    /// The day, in the time zone of the site.
    pub day: NaiveDate,
    /// The time, if known.
    pub at: Option<DateTime<Utc>>,
    /// Kind of change.
    pub kind: AnnotationKind,
    /// Title, one line.
    pub title: String,
    /// Details.
    pub detail: String,
    /// Changed pages.
    pub pages: Vec<String>,
}

/// Filter of entries.
#[derive(Debug, Clone, Default)]
pub struct Filter {
    /// Of this website, including entries for all websites.
    pub website_id: Option<Uuid>,
    /// First day.
    pub from: Option<NaiveDate>,
    /// Last day.
    pub to: Option<NaiveDate>,
    /// Only of this kind.
    pub kind: Option<AnnotationKind>,
    /// After this entry, by day and id.
    pub after: Option<Pair<NaiveDate, Uuid>>,
}

/// Stores a change; returns its id.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn insert(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, user_id: Uuid, body: &AnnotationBody, now: DateTime<Utc>,
) -> Result<Uuid> {
    let id = crate::domain::new_id();
    insert_as(executor, workspace_id, user_id, id, body, now).await?;
    Ok(id)
}

/// Stores a change with a given id.
///
/// # Errors
/// Returns an error if the query fails; a conflict if the id exists.
pub async fn insert_as(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, user_id: Uuid, id: Uuid, body: &AnnotationBody,
    now: DateTime<Utc>,
) -> Result<()> {
    execute!(
        executor.into(),
        "INSERT INTO annotations (id, workspace_id, website_id, day, at, kind, title, detail, pages, created_by,
           created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
        id,
        workspace_id,
        body.website_id,
        body.day,
        body.at,
        body.kind,
        &body.title,
        &body.detail,
        Json(&body.pages),
        user_id,
        now
    )
    .map(|_| ())
}

/// Returns an entry of the workspace.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn find(executor: impl Into<Executor<'_>>, workspace_id: Uuid, id: Uuid) -> Result<Option<Annotation>> {
    let sql = concat!("SELECT ", columns!(), " FROM annotations WHERE id = $1 AND workspace_id = $2");
    query_opt!(executor.into(), Annotation, sql, id, workspace_id)
}

/// Lists the entries of the workspace, latest day first.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn list(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, filter: &Filter, limit: usize,
) -> Result<Page<Annotation>> {
    let sql = concat!(
        "SELECT ",
        columns!(),
        " FROM annotations WHERE workspace_id = $1 AND ($2 IS NULL OR website_id IS NULL OR website_id = $2)
            AND ($3 IS NULL OR day >= $3) AND ($4 IS NULL OR day <= $4) AND ($5 IS NULL OR kind = $5)
            AND ($6 IS NULL OR day < $6 OR (day = $6 AND id < $7)) ORDER BY day DESC, id DESC LIMIT $8"
    );
    let limit_more = fetched(limit);
    let (day, id) = Pair::unzip(filter.after);
    let rows = query_all!(
        executor.into(),
        Annotation,
        sql,
        workspace_id,
        filter.website_id,
        filter.from,
        filter.to,
        filter.kind,
        day,
        id,
        limit_more
    )?;
    Ok(Page::from_rows(rows, limit, |row| Pair(row.day, row.id).to_string()))
}

/// Updates an entry of the workspace; returns false if it does not exist.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn update(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, id: Uuid, body: &AnnotationBody,
) -> Result<bool> {
    let changed = execute!(
        executor.into(),
        "UPDATE annotations SET website_id = $3, day = $4, at = $5, kind = $6, title = $7, detail = $8, pages = $9
          WHERE id = $1 AND workspace_id = $2",
        id,
        workspace_id,
        body.website_id,
        body.day,
        body.at,
        body.kind,
        &body.title,
        &body.detail,
        Json(&body.pages)
    )?;
    Ok(changed > 0)
}

/// Deletes an entry of the workspace; returns false if it does not exist.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn delete(executor: impl Into<Executor<'_>>, workspace_id: Uuid, id: Uuid) -> Result<bool> {
    let sql = "DELETE FROM annotations WHERE id = $1 AND workspace_id = $2";
    Ok(execute!(executor.into(), sql, id, workspace_id)? > 0)
}
