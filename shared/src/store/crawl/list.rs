//! Lists of the pages of a crawl, in an order and with filters.
//!
//! A text in the URL or title is searched in one of two ways. If few pages have it, all of them are found first and then put in
//! order. If many have it, the pages are read in order, a slice at a time, until the list is full or the time is used.

use std::time::{Duration, Instant};

use sqlx::types::Json;
use uuid::Uuid;

use crate::{
    domain::{
        Page,
        crawl::{CrawlPage, PageChange},
        fetched,
    },
    store::{Db, Result, macros::*},
};

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

/// Bounds of a search for a text.
#[derive(Debug, Clone, Copy)]
pub struct SearchBounds {
    /// Maximum number of pages with the text that are found by index. Of more, each is looked up in order.
    pub most_found: usize,
    /// Number of pages that are read in order before the time is looked at.
    pub slice: i64,
    /// Time after which the search ends, at the end of a slice.
    pub time: Duration,
}

impl Default for SearchBounds {
    fn default() -> Self {
        Self { most_found: 2_000, slice: 5_000, time: Duration::from_millis(1_500) }
    }
}

/// Pages that a search found.
#[derive(Debug)]
pub struct FoundPages {
    /// The pages, and the cursor at which the list goes on.
    pub page: Page<CrawlPage>,
    /// Number of pages of the crawl, in this order, that were searched until now, if the search ended before the list was full:
    /// it goes on at the cursor. `None` if the list is full or complete.
    pub searched: Option<i64>,
}

/// Pages by a key, those with the same key by their number. The list begins after the page `$4`, at the place of its key in the
/// index: a page far down costs no more than the first one.
macro_rules! after {
    ($key:literal, $first:literal, $at:literal, $past:literal) => {
        concat!(
            of_crawl!(),
            " AND ",
            $key,
            $at,
            "COALESCE((SELECT ",
            $key,
            " FROM crawl_pages WHERE crawl_id = $2 AND no = $4), ",
            $first,
            ") AND (no > $4 OR ",
            $key,
            $past,
            "COALESCE((SELECT ",
            $key,
            " FROM crawl_pages WHERE crawl_id = $2 AND no = $4), ",
            $first,
            "))"
        )
    };
}

/// Pages with the filters `$5` to `$8`, at most `$3` of them.
macro_rules! filtered {
    ($from:expr, $key:literal, $order:literal, $condition:expr) => {
        concat!(
            "SELECT ",
            page_columns!(),
            $from,
            " AND ($6 IS NULL OR COALESCE(status, 0) / 100 = $6) AND ($7 IS NULL OR is_indexable = $7)
              AND ($8 IS NULL OR change = $8)
              AND ($5 IS NULL OR EXISTS (SELECT 1 FROM crawl_findings f
                     WHERE f.crawl_id = $2 AND f.issue = $5 AND f.page_no = crawl_pages.no))",
            $condition,
            " ORDER BY ",
            $key,
            $order,
            ", no LIMIT $3"
        )
    };
}

/// Pages until one of the list, itself included.
macro_rules! until {
    ($key:literal, $to:literal, $before:literal, $no:literal) => {
        concat!(
            " AND ",
            $key,
            $to,
            "(SELECT ",
            $key,
            " FROM crawl_pages WHERE crawl_id = $2 AND no = ",
            $no,
            ") AND (no <= ",
            $no,
            " OR ",
            $key,
            $before,
            "(SELECT ",
            $key,
            " FROM crawl_pages WHERE crawl_id = $2 AND no = ",
            $no,
            "))"
        )
    };
}

/// Statements of an order: for PostgreSQL and for SQLite where they differ.
struct Statements {
    /// Pages without a text.
    all: &'static str,
    /// Pages with the filters whose numbers are in `$9`.
    chosen: (&'static str, &'static str),
    /// Those with the text `$9` until the page `$10`.
    slice: (&'static str, &'static str),
    /// Number of the next `$3` pages, and the last of them.
    next: &'static str,
    /// Number of pages until the page `$3`.
    position: &'static str,
}

macro_rules! statements {
    ($key:literal, $first:literal, ($at:literal, $past:literal, $order:literal), ($to:literal, $before:literal, $back:literal)) => {
        Statements {
            all: filtered!(after!($key, $first, $at, $past), $key, $order, ""),
            chosen: (
                filtered!(
                    after!($key, $first, $at, $past),
                    $key,
                    $order,
                    " AND no = ANY (ARRAY(SELECT CAST(value AS BIGINT) FROM jsonb_array_elements_text($9)))"
                ),
                filtered!(
                    after!($key, $first, $at, $past),
                    $key,
                    $order,
                    " AND no IN (SELECT value FROM json_each($9))"
                ),
            ),
            slice: (
                filtered!(
                    after!($key, $first, $at, $past),
                    $key,
                    $order,
                    concat!(until!($key, $to, $before, "$10"), " AND ", has_text!(postgres "$9"))
                ),
                filtered!(
                    after!($key, $first, $at, $past),
                    $key,
                    $order,
                    concat!(until!($key, $to, $before, "$10"), " AND ", has_text!(sqlite "$9"))
                ),
            ),
            next: concat!(
                "SELECT COUNT(*) OVER () AS number, no FROM (SELECT no, ",
                $key,
                " AS sorted",
                after!($key, $first, $at, $past),
                " ORDER BY ",
                $key,
                $order,
                ", no LIMIT $3) AS slice ORDER BY sorted",
                $back,
                ", no DESC LIMIT 1"
            ),
            position: concat!("SELECT COUNT(*)", of_crawl!(), until!($key, $to, $before, "$3")),
        }
    };
    ($key:literal from $first:literal) => {
        statements!($key, $first, (" >= ", " > ", ""), (" <= ", " < ", " DESC"))
    };
    ($key:literal down from $first:literal) => {
        statements!($key, $first, (" <= ", " < ", " DESC"), (" >= ", " > ", ""))
    };
}

/// A condition: the text is in the URL or title. URLs have ASCII letters only, which the collation `C` folds fast; LIKE of SQLite
/// ignores the case of ASCII letters by itself.
macro_rules! has_text {
    (postgres $like:literal) => {
        concat!("(lower(url COLLATE \"C\") LIKE ", $like, " ESCAPE '\\' OR lower(title) LIKE ", $like, " ESCAPE '\\')")
    };
    (sqlite $like:literal) => {
        concat!("(url LIKE ", $like, " ESCAPE '\\' OR title LIKE ", $like, " ESCAPE '\\')")
    };
}

const fn statements(sort: PageSort) -> Statements {
    match sort {
        PageSort::PageRank => statements!("page_rank" down from "1e300"),
        PageSort::Discovery => statements!("no" from "-1"),
        PageSort::ResponseTime => statements!("response_ms" down from "9223372036854775807"),
        PageSort::Score => statements!("COALESCE(score, 101)" from "-1"),
        PageSort::Words => statements!("COALESCE(words, 0)" down from "9223372036854775807"),
        PageSort::Url => statements!("url" from "''"),
    }
}

/// A list to read.
#[derive(Clone, Copy)]
struct List<'a> {
    db: &'a Db,
    workspace_id: Uuid,
    crawl_id: Uuid,
    filter: &'a PageFilter,
}

/// Lists pages of a crawl of the workspace. A list with a text may have fewer pages than `limit` and a cursor, as
/// [`search_pages`] has it.
///
/// # Errors
/// Returns an error if a query fails.
pub async fn page_list(
    db: &Db, workspace_id: Uuid, crawl_id: Uuid, filter: &PageFilter, limit: usize,
) -> Result<Page<CrawlPage>> {
    let bounds = SearchBounds::default();
    search_pages(db, (workspace_id, crawl_id), filter, limit, bounds).await.map(|found| found.page)
}

/// Lists pages of a crawl of the workspace; a search for a text ends after a while, and goes on at its cursor.
///
/// # Errors
/// Returns an error if a query fails.
pub async fn search_pages(
    db: &Db, (workspace_id, crawl_id): (Uuid, Uuid), filter: &PageFilter, limit: usize, bounds: SearchBounds,
) -> Result<FoundPages> {
    let list = List { db, workspace_id, crawl_id, filter };
    let cursor = |page: &CrawlPage| page.no.to_string();
    let complete = |rows| FoundPages { page: Page::from_rows(rows, limit, cursor), searched: None };
    let Some(text) = &filter.contains else {
        return Ok(complete(list.all(fetched(limit)).await?));
    };
    let like = pattern(text);
    let numbers = list.with_text(&like, fetched(bounds.most_found)).await?;
    if numbers.len() > bounds.most_found {
        return list.in_slices(&like, limit, bounds).await;
    }
    Ok(complete(list.chosen(&numbers, fetched(limit)).await?))
}

/// Returns the pattern of texts that contain a text.
fn pattern(text: &str) -> String {
    let text = text.to_lowercase().replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_");
    format!("%{text}%")
}

impl List<'_> {
    fn start(&self) -> i64 {
        self.filter.after.unwrap_or(-1)
    }

    async fn all(&self, most: i64) -> Result<Vec<CrawlPage>> {
        let Self { db, workspace_id, crawl_id, filter } = *self;
        let sql = statements(filter.sort).all;
        let (issue, class) = (filter.issue.as_deref(), filter.status_class);
        let (indexable, change) = (filter.is_indexable, filter.change);
        query_all!(db, CrawlPage, sql, workspace_id, crawl_id, most, self.start(), issue, class, indexable, change)
    }

    /// Returns the numbers of pages with a text, in no order.
    async fn with_text(&self, like: &str, most: i64) -> Result<Vec<i64>> {
        let Self { db, workspace_id, crawl_id, .. } = *self;
        let sql = db.executor().dialect(
            concat!("SELECT no", of_crawl!(), " AND ", has_text!(postgres "$3"), " LIMIT $4"),
            concat!("SELECT no", of_crawl!(), " AND ", has_text!(sqlite "$3"), " LIMIT $4"),
        );
        let rows = query_all!(db, (i64,), sql, workspace_id, crawl_id, like, most)?;
        Ok(rows.into_iter().map(|(no,)| no).collect())
    }

    /// Returns the pages with these numbers that pass the filters.
    async fn chosen(&self, numbers: &[i64], most: i64) -> Result<Vec<CrawlPage>> {
        let Self { db, workspace_id, crawl_id, filter } = *self;
        let (postgres, sqlite) = statements(filter.sort).chosen;
        let sql = db.executor().dialect(postgres, sqlite);
        let (issue, class) = (filter.issue.as_deref(), filter.status_class);
        let (indexable, change, after) = (filter.is_indexable, filter.change, self.start());
        let chosen = Json(numbers);
        query_all!(db, CrawlPage, sql, workspace_id, crawl_id, most, after, issue, class, indexable, change, chosen)
    }

    /// Reads pages in order until `limit` have the text, all were read, or the time is used.
    async fn in_slices(&self, like: &str, limit: usize, bounds: SearchBounds) -> Result<FoundPages> {
        let (begun, mut after) = (Instant::now(), self.start());
        let mut items = Vec::new();
        while let Some((number, until)) = self.next(after, bounds.slice).await? {
            let missing = limit.saturating_sub(items.len());
            items.extend(self.slice(like, (after, until), fetched(missing)).await?);
            if items.len() > limit {
                let page = Page::from_rows(items, limit, |page| page.no.to_string());
                return Ok(FoundPages { page, searched: None });
            }
            after = until;
            if number == bounds.slice && begun.elapsed() >= bounds.time {
                let page = Page { items, next_cursor: Some(until.to_string()) };
                return Ok(FoundPages { page, searched: Some(self.position(until).await?) });
            }
        }
        Ok(FoundPages { page: Page { items, next_cursor: None }, searched: None })
    }

    /// Returns the number of the next pages, at most `most`, and the last of them; `None` at the end.
    async fn next(&self, after: i64, most: i64) -> Result<Option<(i64, i64)>> {
        let Self { db, workspace_id, crawl_id, filter } = *self;
        query_opt!(db, (i64, i64), statements(filter.sort).next, workspace_id, crawl_id, most, after)
    }

    /// Returns the pages with a text after one page until another one.
    async fn slice(&self, like: &str, (after, until): (i64, i64), most: i64) -> Result<Vec<CrawlPage>> {
        let Self { db, workspace_id, crawl_id, filter } = *self;
        let (postgres, sqlite) = statements(filter.sort).slice;
        let sql = db.executor().dialect(postgres, sqlite);
        let (issue, class) = (filter.issue.as_deref(), filter.status_class);
        let (indexable, change) = (filter.is_indexable, filter.change);
        query_all!(
            db,
            CrawlPage,
            sql,
            workspace_id,
            crawl_id,
            most,
            after,
            issue,
            class,
            indexable,
            change,
            like,
            until
        )
    }

    /// Returns the number of pages until one of them, in this order.
    async fn position(&self, no: i64) -> Result<i64> {
        let Self { db, workspace_id, crawl_id, filter } = *self;
        query_value!(db, i64, statements(filter.sort).position, workspace_id, crawl_id, no)
    }
}
