//! Pages of crawls and their issues.

use serde::Serialize;
use serde_json::Value;
use sqlx::types::Json;
use sqlx_macros::FromRow;
use uuid::Uuid;

use crate::{
    domain::{
        Page,
        crawl::{CrawlFinding, CrawlPage, PageChange},
        fetched,
    },
    store::{Db, Executor, Result, macros::*},
};

/// Rows per statement, which limits its parameter to a few megabytes.
const ROWS_AT_ONCE: usize = 1_000;

macro_rules! columns {
    () => {
        "no, url, status, title, depth, inlinks, page_rank, words, response_ms, bytes, is_indexable, score, content_hash,
         issues, fixed_before, change, facts"
    };
}

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

/// Order of a list of pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum PageSort {
    /// By internal PageRank, highest first.
    #[default]
    PageRank,
    /// By discovery.
    Discovery,
    /// Slowest response first.
    ResponseTime,
    /// Lowest score first; without a score last.
    Score,
    /// Most words first.
    Words,
    /// By URL.
    Url,
}

/// Filter of a list of pages.
#[derive(Debug, Clone, Default)]
pub struct PageFilter {
    /// Pages with this issue.
    pub issue: Option<String>,
    /// First digit of the status; 0 for no response.
    pub status_class: Option<i32>,
    /// Pages that search engines may show, or may not.
    pub is_indexable: Option<bool>,
    /// Change since the crawl before.
    pub change: Option<PageChange>,
    /// Text in the URL or title, in lower case.
    pub contains: Option<String>,
    /// Order.
    pub sort: PageSort,
    /// Number of the last page before the list; `None` for the first ones.
    pub after: Option<i64>,
}

/// A crawl whose pages are shown: `$2`, of the workspace `$1`.
macro_rules! of_crawl {
    () => {
        " FROM crawl_pages WHERE crawl_id = (SELECT id FROM crawls WHERE id = $2 AND workspace_id = $1
             AND NOT drops_pages)"
    };
}

/// Pages by a key, those with the same key by their number. The list begins after the page `$9`, at the place of its key in the
/// index: a page far down costs no more than the first one.
macro_rules! sorted {
    ($key:literal, $first:literal, $at:literal, $past:literal, $order:literal) => {
        concat!(
            "SELECT ",
            columns!(),
            of_crawl!(),
            " AND ($4 IS NULL OR COALESCE(status, 0) / 100 = $4) AND ($5 IS NULL OR is_indexable = $5)
              AND ($6 IS NULL OR change = $6)
              AND ($3 IS NULL OR EXISTS (SELECT 1 FROM crawl_findings f
                     WHERE f.crawl_id = $2 AND f.issue = $3 AND f.page_no = crawl_pages.no))
              AND ($7 IS NULL OR lower(url) LIKE $7 ESCAPE '\\' OR lower(COALESCE(title, '')) LIKE $7 ESCAPE '\\')
              AND ",
            $key,
            $at,
            "COALESCE((SELECT ",
            $key,
            " FROM crawl_pages WHERE crawl_id = $2 AND no = $9), ",
            $first,
            ") AND (no > $9 OR ",
            $key,
            $past,
            "COALESCE((SELECT ",
            $key,
            " FROM crawl_pages WHERE crawl_id = $2 AND no = $9), ",
            $first,
            ")) ORDER BY ",
            $key,
            $order,
            ", no LIMIT $8"
        )
    };
    ($key:literal from $first:literal) => {
        sorted!($key, $first, " >= ", " > ", "")
    };
    ($key:literal down from $first:literal) => {
        sorted!($key, $first, " <= ", " < ", " DESC")
    };
}

/// Lists pages of a crawl of the workspace.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn page_list(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, crawl_id: Uuid, filter: &PageFilter, limit: usize,
) -> Result<Page<CrawlPage>> {
    let sql = match filter.sort {
        PageSort::PageRank => sorted!("page_rank" down from "1e300"),
        PageSort::Discovery => sorted!("no" from "-1"),
        PageSort::ResponseTime => sorted!("response_ms" down from "9223372036854775807"),
        PageSort::Score => sorted!("COALESCE(score, 101)" from "-1"),
        PageSort::Words => sorted!("COALESCE(words, 0)" down from "9223372036854775807"),
        PageSort::Url => sorted!("url" from "''"),
    };
    let escaped = |text: &String| {
        let text = text.to_lowercase().replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_");
        format!("%{text}%")
    };
    let (like, most) = (filter.contains.as_ref().map(escaped), fetched(limit));
    let rows = query_all!(
        executor.into(),
        CrawlPage,
        sql,
        workspace_id,
        crawl_id,
        filter.issue.as_deref(),
        filter.status_class,
        filter.is_indexable,
        filter.change,
        like.as_deref(),
        most,
        filter.after.unwrap_or(-1)
    )?;
    Ok(Page::from_rows(rows, limit, |page| page.no.to_string()))
}

/// Returns a page of a crawl of the workspace.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn page(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, crawl_id: Uuid, no: i64,
) -> Result<Option<CrawlPage>> {
    let sql = concat!("SELECT ", columns!(), of_crawl!(), " AND no = $3");
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
