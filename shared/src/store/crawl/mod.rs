//! Crawls, their pages and the issues of the pages.

/// Columns of a page.
macro_rules! page_columns {
    () => {
        "no, url, status, title, depth, inlinks, page_rank, words, response_ms, bytes, is_indexable, score, content_hash,
         issues, fixed_before, change, facts"
    };
}

/// A crawl whose pages are shown: `$2`, of the workspace `$1`.
macro_rules! of_crawl {
    () => {
        " FROM crawl_pages WHERE crawl_id = (SELECT id FROM crawls WHERE id = $2 AND workspace_id = $1
             AND NOT drops_pages)"
    };
}

mod deletion;
mod effect;
mod list;
mod pages;
mod start;

use chrono::{DateTime, Utc};
use serde_json::Value;
use sqlx::types::Json;
use uuid::Uuid;

pub use deletion::{clear, delete, stored_urls, sweep};
pub use effect::CrawlEnd;
pub(super) use effect::CrawlRun;
pub use list::{FoundPages, PageFilter, PageSort, SearchBounds, page_list, search_pages};
pub use pages::{StoredState, findings, insert_findings, insert_pages, only_in, page, states};
pub use start::{is_under_way, scheduled, start};

use super::{Executor, Result, Tx, macros::*};
use crate::domain::{
    Page,
    crawl::{AiDirectories, Crawl},
    fetched,
};

macro_rules! columns {
    () => {
        "id, website_id, user_id, run_id, import_id, url, settings, created_at, finished_at, report,
         (SELECT runs.status FROM runs WHERE runs.id = crawls.run_id) AS status"
    };
}

/// A crawl to store with its run.
#[derive(Debug, Clone)]
pub struct NewCrawl {
    /// Id.
    pub id: Uuid,
    /// Workspace.
    pub workspace_id: Uuid,
    /// Website.
    pub website_id: Uuid,
    /// User who starts it.
    pub user_id: Uuid,
    /// Its run.
    pub run_id: Uuid,
    /// Import that will hold its pages for the engines.
    pub import_id: Uuid,
    /// URL at which it starts.
    pub url: String,
    /// Settings of the crawler.
    pub settings: Value,
}

/// Stores a crawl.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn insert(tx: &mut Tx, new: &NewCrawl, now: DateTime<Utc>) -> Result<()> {
    let sql = "INSERT INTO crawls (id, workspace_id, website_id, user_id, run_id, import_id, url, settings, created_at)
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)";
    execute!(
        tx,
        sql,
        new.id,
        new.workspace_id,
        new.website_id,
        new.user_id,
        new.run_id,
        new.import_id,
        &new.url,
        Json(&new.settings),
        now
    )
    .map(|_| ())
}

/// Returns a crawl of the workspace.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn find(executor: impl Into<Executor<'_>>, workspace_id: Uuid, id: Uuid) -> Result<Option<Crawl>> {
    let sql = concat!("SELECT ", columns!(), " FROM crawls WHERE id = $1 AND workspace_id = $2 AND deleted_at IS NULL");
    query_opt!(executor.into(), Crawl, sql, id, workspace_id)
}

/// Returns what AI crawlers may use of each directory: `None` without such a crawl, and nothing for one that is not complete or
/// was made by an earlier version.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn ai_directories(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, id: Uuid,
) -> Result<Option<Option<AiDirectories>>> {
    let sql = "SELECT ai_directories FROM crawls WHERE id = $1 AND workspace_id = $2 AND deleted_at IS NULL";
    let found = query_opt!(executor.into(), (Option<Json<AiDirectories>>,), sql, id, workspace_id)?;
    Ok(found.map(|(directories,)| directories.map(|stored| stored.0)))
}

/// Returns what AI crawlers may use of each directory, of the website's latest crawl that counted it.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn latest_ai_directories(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Uuid,
) -> Result<Option<AiDirectories>> {
    let sql =
        "SELECT ai_directories FROM crawls WHERE workspace_id = $1 AND website_id = $2 AND ai_directories IS NOT NULL
                 AND deleted_at IS NULL
                ORDER BY id DESC LIMIT 1";
    let found = query_opt!(executor.into(), (Json<AiDirectories>,), sql, workspace_id, website_id)?;
    Ok(found.map(|(directories,)| directories.0))
}

/// Lists the crawls of the workspace, of a website if given, newest first.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn list(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Option<Uuid>, before: Option<Uuid>, limit: usize,
) -> Result<Page<Crawl>> {
    let sql = concat!(
        "SELECT ",
        columns!(),
        " FROM crawls WHERE workspace_id = $1 AND deleted_at IS NULL AND ($2 IS NULL OR website_id = $2) AND ($3 IS NULL OR id < $3)
          ORDER BY id DESC LIMIT $4"
    );
    let most = fetched(limit);
    let rows = query_all!(executor.into(), Crawl, sql, workspace_id, website_id, before, most)?;
    Ok(Page::from_rows(rows, limit, |row| row.id.to_string()))
}

/// Returns the latest complete crawl of the website before a crawl.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn previous(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Uuid, id: Uuid,
) -> Result<Option<Crawl>> {
    let sql = concat!(
        "SELECT ",
        columns!(),
        " FROM crawls WHERE workspace_id = $1 AND website_id = $2 AND id < $3 AND finished_at IS NOT NULL
            AND deleted_at IS NULL
          ORDER BY id DESC LIMIT 1"
    );
    query_opt!(executor.into(), Crawl, sql, workspace_id, website_id, id)
}
