//! Pages of crawls and their issues.

use serde::Serialize;
use serde_json::Value;
use sqlx::types::Json;
use sqlx_macros::FromRow;
use uuid::Uuid;

use crate::{
    domain::crawl::{CrawlFinding, CrawlPage, PageChange},
    store::{Db, Executor, Result, macros::*},
};

/// Rows per statement, which limits its parameter to a few megabytes.
const ROWS_AT_ONCE: usize = 1_000;

#[derive(Serialize)]
struct PageRow<'a> {
    no: i64,
    url: &'a str,
    status: Option<i32>,
    title: Option<&'a str>,
    depth: i32,
    inlinks: i64,
    page_rank: f64,
    words: Option<i64>,
    response_ms: i64,
    bytes: i64,
    is_indexable: bool,
    score: Option<i32>,
    content_hash: i64,
    issues: &'a [String],
    fixed_before: &'a [String],
    change: PageChange,
    facts: &'a Value,
}

impl<'a> From<&'a CrawlPage> for PageRow<'a> {
    fn from(page: &'a CrawlPage) -> Self {
        Self {
            no: page.no,
            url: &page.url,
            status: page.status,
            title: page.title.as_deref(),
            depth: page.depth,
            inlinks: page.inlinks,
            page_rank: page.page_rank,
            words: page.words,
            response_ms: page.response_ms,
            bytes: page.bytes,
            is_indexable: page.is_indexable,
            score: page.score,
            content_hash: page.content_hash,
            issues: &page.issues.0,
            fixed_before: &page.fixed_before.0,
            change: page.change,
            facts: &page.facts.0,
        }
    }
}

/// Adds pages to a crawl that is not complete.
///
/// # Errors
/// Returns an error if a query fails.
pub async fn insert_pages(db: &Db, crawl_id: Uuid, pages: &[CrawlPage]) -> Result<()> {
    let sql = db.executor().dialect(
        "INSERT INTO crawl_pages (crawl_id, no, url, status, title, depth, inlinks, page_rank, words, response_ms, bytes,
           is_indexable, score, content_hash, issues, fixed_before, change, facts)
         SELECT $1, * FROM jsonb_to_recordset($2) AS r(no bigint, url text, status integer, title text, depth integer,
           inlinks bigint, page_rank float8, words bigint, response_ms bigint, bytes bigint, is_indexable boolean,
           score integer, content_hash bigint, issues jsonb, fixed_before jsonb, change text, facts jsonb)",
        "INSERT INTO crawl_pages (crawl_id, no, url, status, title, depth, inlinks, page_rank, words, response_ms, bytes,
           is_indexable, score, content_hash, issues, fixed_before, change, facts)
         SELECT $1, value ->> 'no', value ->> 'url', value ->> 'status', value ->> 'title', value ->> 'depth',
           value ->> 'inlinks', value ->> 'page_rank', value ->> 'words', value ->> 'response_ms', value ->> 'bytes',
           value ->> 'is_indexable', value ->> 'score', value ->> 'content_hash', value -> 'issues',
           value -> 'fixed_before', value ->> 'change', value -> 'facts' FROM json_each($2)",
    );
    for piece in pages.chunks(ROWS_AT_ONCE) {
        let rows: Vec<PageRow<'_>> = piece.iter().map(PageRow::from).collect();
        execute!(db.executor(), sql, crawl_id, Json(&rows))?;
    }
    Ok(())
}

/// Adds issues to a crawl that is not complete.
///
/// # Errors
/// Returns an error if a query fails.
pub async fn insert_findings(db: &Db, crawl_id: Uuid, findings: &[CrawlFinding]) -> Result<()> {
    #[derive(Serialize)]
    struct Row<'a> {
        issue: &'a str,
        page_no: i64,
        count: i64,
        is_new: bool,
        evidence: &'a [String],
    }
    let sql = db.executor().dialect(
        "INSERT INTO crawl_findings (crawl_id, issue, page_no, count, is_new, evidence)
         SELECT $1, * FROM jsonb_to_recordset($2)
           AS r(issue text, page_no bigint, count bigint, is_new boolean, evidence jsonb)",
        "INSERT INTO crawl_findings (crawl_id, issue, page_no, count, is_new, evidence)
         SELECT $1, value ->> 'issue', value ->> 'page_no', value ->> 'count', value ->> 'is_new', value -> 'evidence'
           FROM json_each($2)",
    );
    for piece in findings.chunks(ROWS_AT_ONCE) {
        let mut rows = Vec::with_capacity(piece.len());
        for CrawlFinding { issue, page_no, count, is_new, evidence } in piece {
            rows.push(Row { issue, page_no: *page_no, count: *count, is_new: *is_new, evidence: &evidence.0 });
        }
        execute!(db.executor(), sql, crawl_id, Json(&rows))?;
    }
    Ok(())
}

/// State of a page, for the comparison of crawls.
#[derive(Debug, Clone, PartialEq, Eq, FromRow)]
pub struct StoredState {
    /// URL.
    pub url: String,
    /// HTTP status.
    pub status: Option<i32>,
    /// Hash of the main content.
    pub content_hash: i64,
    /// Keys of its issues.
    pub issues: Json<Vec<String>>,
    /// Keys of issues that were fixed before.
    pub fixed_before: Json<Vec<String>>,
}

/// Returns the states of some URLs of a crawl, in no order. URLs that it does not have are left out.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn states(db: &Db, crawl_id: Uuid, urls: &[&str]) -> Result<Vec<StoredState>> {
    let sql = db.executor().dialect(
        "SELECT url, status, content_hash, issues, fixed_before FROM crawl_pages
          WHERE crawl_id = $1 AND url = ANY (ARRAY(SELECT jsonb_array_elements_text($2)))",
        "SELECT url, status, content_hash, issues, fixed_before FROM crawl_pages
          WHERE crawl_id = $1 AND url IN (SELECT value FROM json_each($2))",
    );
    query_all!(db.executor(), StoredState, sql, crawl_id, Json(urls))
}

/// Returns the first `most` URLs by name that one crawl has and another has not, and the number of all of them.
///
/// # Errors
/// Returns an error if a query fails.
pub async fn only_in(db: &Db, crawl_id: Uuid, other: Uuid, most: usize) -> Result<(Vec<String>, i64)> {
    macro_rules! only {
        ($columns:literal, $rest:literal) => {
            concat!(
                "SELECT ",
                $columns,
                " FROM crawl_pages a WHERE a.crawl_id = $1 AND NOT EXISTS
                   (SELECT 1 FROM crawl_pages b WHERE b.crawl_id = $2 AND b.url = a.url)",
                $rest
            )
        };
    }
    let number = query_value!(db, i64, only!("COUNT(*)", ""), crawl_id, other)?;
    if number == 0 {
        return Ok((Vec::new(), 0));
    }
    let most = i64::try_from(most).unwrap_or(i64::MAX);
    let rows = query_all!(db, (String,), only!("a.url", " ORDER BY a.url LIMIT $3"), crawl_id, other, most)?;
    Ok((rows.into_iter().map(|(url,)| url).collect(), number))
}

/// Returns a page of a crawl of the workspace.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn page(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, crawl_id: Uuid, no: i64,
) -> Result<Option<CrawlPage>> {
    let sql = concat!("SELECT ", page_columns!(), of_crawl!(), " AND no = $3");
    query_opt!(executor.into(), CrawlPage, sql, workspace_id, crawl_id, no)
}

/// Returns the issues of a page.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn findings(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, crawl_id: Uuid, page_no: i64,
) -> Result<Vec<CrawlFinding>> {
    let sql = "SELECT issue, page_no, count, is_new, evidence FROM crawl_findings
                WHERE crawl_id = (SELECT id FROM crawls WHERE id = $2 AND workspace_id = $1 AND NOT drops_pages)
                  AND page_no = $3
                ORDER BY issue";
    query_all!(executor.into(), CrawlFinding, sql, workspace_id, crawl_id, page_no)
}
