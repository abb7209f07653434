//! Rows of Search Console by query, page and day.
//!
//! A day that several imports have is read from one of them, by the precedence of [`daily`](super::daily). A statement gets
//! the days as spans of batches, so that it reads each batch once and in the order of its key.

use chrono::NaiveDate;
use serde_json::{Value, json};
use sqlx::types::Json;
use uuid::Uuid;

use super::{Executor, Result, daily::precedence, imported::pattern, macros::*};
use crate::domain::{
    Page, Pair, fetched,
    search_performance::{
        SearchPerformanceFilter, SearchPerformanceRow, SearchPerformanceSort, SearchPerformanceSource,
    },
};

/// Consecutive days that are read from one batch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BatchDays {
    /// Batch.
    pub batch_id: i64,
    /// First day.
    pub from: NaiveDate,
    /// Last day.
    pub to: NaiveDate,
}

// The batch of each day with rows by query or page: `$1` is the workspace, `$2` the website, `$3` and `$4` the days.
macro_rules! chosen {
    () => {
        concat!(
            "SELECT d.day, MAX(",
            precedence!(),
            ") % 1099511627776 AS batch_id
               FROM import_batches b JOIN imports ON imports.id = b.import_id JOIN search_days d ON d.batch_id = b.id
              WHERE b.website_id = $2 AND imports.workspace_id = $1 AND b.committed AND b.source <> 'bing_webmaster'
                AND NOT b.is_preliminary AND d.dimension = 'detail'
                AND ($3 IS NULL OR d.day >= $3) AND ($4 IS NULL OR d.day <= $4)
              GROUP BY d.day"
        )
    };
}

/// Returns the days with rows and the batches from which they are read, in order of the days.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn batch_days(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Uuid, from: Option<NaiveDate>,
    to: Option<NaiveDate>,
) -> Result<Vec<BatchDays>> {
    let sql = concat!(chosen!(), " ORDER BY d.day");
    let days = query_all!(executor.into(), (NaiveDate, i64), sql, workspace_id, website_id, from, to)?;
    let mut spans: Vec<BatchDays> = Vec::new();
    for (day, batch_id) in days {
        let follows = |last: &&mut BatchDays| last.batch_id == batch_id && last.to.succ_opt() == Some(day);
        match spans.last_mut().filter(follows) {
            Some(last) => last.to = day,
            None => spans.push(BatchDays { batch_id, from: day, to: day }),
        }
    }
    Ok(spans)
}

/// Returns the imports from which the rows are read, latest day first.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn sources(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Uuid,
) -> Result<Vec<SearchPerformanceSource>> {
    let sql = concat!(
        "SELECT i.id AS import_id, i.file_name, i.imported_at, b.source, MIN(chosen.day) AS first_day,
                MAX(chosen.day) AS last_day, COUNT(*) AS days
           FROM (",
        chosen!(),
        ") chosen JOIN import_batches b ON b.id = chosen.batch_id JOIN imports i ON i.id = b.import_id
          GROUP BY i.id, i.file_name, i.imported_at, b.source ORDER BY MAX(chosen.day) DESC, i.id LIMIT 50"
    );
    let none: Option<NaiveDate> = None;
    query_all!(executor.into(), SearchPerformanceSource, sql, workspace_id, website_id, none, none)
}

macro_rules! columns {
    () => {
        "SELECT r.batch_id, r.no, r.date AS day, r.query, r.page, r.facet, r.clicks, r.impressions, r.position,
                imports.id AS import_id, imports.file_name, imports.imported_at "
    };
}

macro_rules! matching {
    ($query:literal, $page:literal) => {
        concat!(
            " AND r.dimension = 'detail' AND r.period = 'current'
              AND (CAST(",
            $query,
            " AS TEXT) IS NULL OR LOWER(r.query) LIKE ",
            $query,
            " ESCAPE '!') AND (CAST(",
            $page,
            " AS TEXT) IS NULL OR LOWER(r.page) LIKE ",
            $page,
            " ESCAPE '!')"
        )
    };
}

macro_rules! listed {
    ($order:literal) => {
        (
            listed!(
                $order,
                "jsonb_array_elements($3) AS s(value)",
                "CAST(s.value ->> 0 AS bigint)",
                "CAST(s.value ->> 1 AS date)",
                "CAST(s.value ->> 2 AS date)"
            ),
            listed!($order, "json_each($3) AS s", "s.value ->> 0", "s.value ->> 1", "s.value ->> 2"),
        )
    };
    ($order:literal, $spans:literal, $batch:literal, $from:literal, $to:literal) => {
        concat!(
            columns!(),
            "FROM ",
            $spans,
            " JOIN search_rows r ON r.batch_id = ",
            $batch,
            " JOIN import_batches b ON b.id = r.batch_id JOIN imports ON imports.id = b.import_id
              WHERE imports.workspace_id = $1 AND b.website_id = $2 AND r.date >= ",
            $from,
            " AND r.date <= ",
            $to,
            matching!("$4", "$5"),
            " ORDER BY ",
            $order,
            ", r.batch_id, r.no LIMIT $6 OFFSET $7"
        )
    };
}

/// Returns the statement for each database.
const fn statement(sort: SearchPerformanceSort, descending: bool) -> (&'static str, &'static str) {
    match (sort, descending) {
        (SearchPerformanceSort::Day, true) => listed!("r.date DESC, r.clicks DESC, r.impressions DESC"),
        (SearchPerformanceSort::Day, false) => listed!("r.date, r.clicks DESC, r.impressions DESC"),
        (SearchPerformanceSort::Clicks, true) => listed!("r.clicks DESC, r.impressions DESC, r.date DESC"),
        (SearchPerformanceSort::Clicks, false) => listed!("r.clicks, r.impressions, r.date DESC"),
        (SearchPerformanceSort::Impressions, true) => listed!("r.impressions DESC, r.clicks DESC, r.date DESC"),
        (SearchPerformanceSort::Impressions, false) => listed!("r.impressions, r.clicks, r.date DESC"),
        (SearchPerformanceSort::Position, true) => listed!("r.position DESC NULLS LAST, r.date DESC"),
        (SearchPerformanceSort::Position, false) => listed!("r.position ASC NULLS LAST, r.date DESC"),
        (SearchPerformanceSort::Query, true) => listed!("r.query DESC NULLS LAST, r.date DESC"),
        (SearchPerformanceSort::Query, false) => listed!("r.query ASC NULLS LAST, r.date DESC"),
    }
}

/// Order and place of a page of rows.
#[derive(Debug, Clone, Copy)]
pub struct SearchPerformanceOrder {
    /// Order.
    pub sort: SearchPerformanceSort,
    /// Whether the order is descending.
    pub descending: bool,
    /// Number of rows before the page.
    pub offset: i64,
}

/// Returns a page of the rows of some days; the cursor is the offset of the next page.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn list(
    executor: impl Into<Executor<'_>>, (workspace_id, website_id): (Uuid, Uuid), spans: &[BatchDays],
    filter: &SearchPerformanceFilter, order: SearchPerformanceOrder, limit: usize,
) -> Result<Page<SearchPerformanceRow>> {
    let mut executor = executor.into();
    let (postgres, sqlite) = statement(order.sort, order.descending);
    let sql = executor.dialect(postgres, sqlite);
    let spans: Vec<Value> =
        spans.iter().map(|one| json!([one.batch_id, one.from.to_string(), one.to.to_string()])).collect();
    let rows = query_all!(
        executor,
        SearchPerformanceRow,
        sql,
        workspace_id,
        website_id,
        Json(&spans),
        pattern(filter.query.as_deref()),
        pattern(filter.page.as_deref()),
        fetched(limit),
        order.offset
    )?;
    let next = order.offset.saturating_add(i64::try_from(limit).unwrap_or(i64::MAX));
    Ok(Page::from_rows(rows, limit, |_| next.to_string()))
}

const OF_BATCH: &str = concat!(
    columns!(),
    "FROM search_rows r JOIN import_batches b ON b.id = r.batch_id JOIN imports ON imports.id = b.import_id
      WHERE imports.workspace_id = $1 AND b.website_id = $2 AND r.batch_id = $3 AND r.no > $4
        AND r.date >= $5 AND r.date <= $6",
    matching!("$7", "$8"),
    " ORDER BY r.no LIMIT $9"
);

/// Returns the rows of some days batch by batch, for exports: each row is read once. The cursor is the last row that was
/// read; a page may be shorter than `limit`, even empty, before the end.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn export(
    executor: impl Into<Executor<'_>>, (workspace_id, website_id): (Uuid, Uuid), spans: &[BatchDays],
    filter: &SearchPerformanceFilter, after: Option<Pair<i64, i64>>, limit: usize,
) -> Result<Page<SearchPerformanceRow>> {
    let after = after.unwrap_or(Pair(i64::MAX, -1));
    let Some(batch_id) = spans.iter().map(|one| one.batch_id).filter(|id| *id <= after.0).max() else {
        return Ok(Page { items: Vec::new(), next_cursor: None });
    };
    let own: Vec<&BatchDays> = spans.iter().filter(|one| one.batch_id == batch_id).collect();
    let first = own.iter().map(|one| one.from).min();
    let last = own.iter().map(|one| one.to).max();
    let rows = query_all!(
        executor.into(),
        SearchPerformanceRow,
        OF_BATCH,
        workspace_id,
        website_id,
        batch_id,
        if after.0 == batch_id { after.1 } else { -1 },
        first,
        last,
        pattern(filter.query.as_deref()),
        pattern(filter.page.as_deref()),
        i64::try_from(limit).unwrap_or(i64::MAX)
    )?;
    let read = rows.last().filter(|_| rows.len() == limit).map(|row| Pair(batch_id, row.no));
    let next = read.or_else(|| Some(Pair(batch_id.checked_sub(1)?, -1)));
    let is_read = |row: &SearchPerformanceRow| own.iter().any(|one| one.from <= row.day && row.day <= one.to);
    let next_cursor = next.map(|cursor| cursor.to_string());
    Ok(Page { items: rows.into_iter().filter(is_read).collect(), next_cursor })
}
