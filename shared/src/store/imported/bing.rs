//! Queries and pages of Bing, of imported reports and of connections. They are search rows with dimensions or batches of
//! their own, which nothing adds to Google's. Each row of a connection covers a week, the period of its batch.

use chrono::{DateTime, Days, NaiveDate, Utc};
use uuid::Uuid;

use super::pattern;
use crate::{
    domain::{
        Page, Pair, fetched,
        imported::{BingGroup, BingRow, Imported, RecordFilter},
    },
    store::{Executor, Result, macros::*, sync::last_whole_day},
};

/// Condition for rows of Bing.
macro_rules! of_bing {
    () => {
        "(r.dimension IN ('bing_query', 'bing_page')
           OR (b.source = 'bing_webmaster' AND r.dimension IN ('query', 'page')))"
    };
}

/// Last day of a batch as text, empty if unknown: what rows are ordered by.
macro_rules! last_day {
    ($batch:literal) => {
        concat!("COALESCE(CAST(", $batch, ".observed_to AS TEXT), '')")
    };
}

/// Returns a page of a website's rows in Bing, latest period first, in the order of the file. The group of the filter is
/// `query` or `page`.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn bing_rows(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Uuid, filter: &RecordFilter, limit: usize,
) -> Result<Page<Imported<BingRow>>> {
    let (batch, no) = Pair::unzip(filter.after);
    let mut rows = query_all!(
        executor.into(),
        Imported<BingRow>,
        concat!(
            "SELECT r.batch_id, r.no, r.query, r.page, r.clicks, r.impressions, r.position,
                b.observed_from AS first_day, b.observed_to AS last_day,
                CASE WHEN b.source = 'bing_webmaster' THEN imports.imported_at END AS fetched_at,
                imports.id AS import_id, imports.file_name, imports.imported_at
           FROM import_batches b JOIN imports ON imports.id = b.import_id JOIN search_rows r ON r.batch_id = b.id
          WHERE b.website_id = $2 AND imports.workspace_id = $1 AND b.committed
            AND ",
            of_bing!(),
            " AND (CAST($3 AS TEXT) IS NULL OR LOWER(r.query) LIKE $3 ESCAPE '!' OR LOWER(r.page) LIKE $3 ESCAPE '!')
            AND (CAST($4 AS TEXT) IS NULL OR r.dimension IN ($4, 'bing_' || $4))
            AND (CAST($5 AS DATE) IS NULL OR b.observed_to >= $5) AND (CAST($6 AS DATE) IS NULL OR b.observed_from <= $6)
            AND ($7 IS NULL OR ",
            last_day!("b"),
            " < (SELECT ",
            last_day!("c"),
            " FROM import_batches c WHERE c.id = $7) OR (",
            last_day!("b"),
            " = (SELECT ",
            last_day!("c"),
            " FROM import_batches c WHERE c.id = $7)
              AND (r.batch_id < $7 OR (r.batch_id = $7 AND r.no > $8))))
          ORDER BY ",
            last_day!("b"),
            " DESC, r.batch_id DESC, r.no LIMIT $9"
        ),
        workspace_id,
        website_id,
        pattern(filter.contains.as_deref()),
        filter.group.as_deref(),
        filter.from,
        filter.to,
        batch,
        no,
        fetched(limit)
    )?;
    for Imported { record: row, .. } in &mut rows {
        row.last_day = known_until(row.first_day, row.last_day, row.fetched_at);
    }
    Ok(Page::from_rows(rows, limit, |row| Pair(row.batch_id, row.no).to_string()))
}

/// Returns a website's reports of Bing, latest period first. Their periods may overlap, so they are never added up.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn bing_groups(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Uuid,
) -> Result<Vec<BingGroup>> {
    let mut groups = query_all!(
        executor.into(),
        BingGroup,
        concat!(
            "SELECT imports.file_name, b.observed_from AS first_day, b.observed_to AS last_day,
                CASE WHEN b.source = 'bing_webmaster' THEN imports.imported_at END AS fetched_at,
                r.dimension IN ('bing_page', 'page') AS is_by_page, COUNT(*) AS rows, CAST(SUM(r.clicks) AS BIGINT) AS clicks,
                CAST(SUM(r.impressions) AS BIGINT) AS impressions
           FROM import_batches b JOIN imports ON imports.id = b.import_id JOIN search_rows r ON r.batch_id = b.id
          WHERE b.website_id = $2 AND imports.workspace_id = $1 AND b.committed AND ",
            of_bing!(),
            " GROUP BY b.id, b.source, imports.file_name, imports.imported_at, b.observed_from, b.observed_to, r.dimension
          ORDER BY ",
            last_day!("b"),
            " DESC, b.id DESC, r.dimension LIMIT 50"
        ),
        workspace_id,
        website_id
    )?;
    for group in &mut groups {
        group.last_day = known_until(group.first_day, group.last_day, group.fetched_at);
    }
    Ok(groups)
}

/// Returns the last day with figures: a week of a connection is stored whole, and its days after the fetch have none yet.
fn known_until(
    first: Option<NaiveDate>, last: Option<NaiveDate>, fetched_at: Option<DateTime<Utc>>,
) -> Option<NaiveDate> {
    let Some(fetched_at) = fetched_at else { return last };
    last.map(|last| last.min(last_whole_day(fetched_at)).max(first.unwrap_or(NaiveDate::MIN)))
}

/// Figures of a query or a page in Bing.
#[derive(Debug, Clone, PartialEq, sqlx_macros::FromRow)]
pub struct BingFigures {
    /// Query, or address of the page.
    pub subject: String,
    /// Clicks.
    pub clicks: i64,
    /// Impressions.
    pub impressions: i64,
    /// Average position, weighted by impressions.
    pub position: Option<f64>,
}

/// Queries or pages of Bing in a period.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct BingPeriod {
    /// First day, if known.
    pub first_day: Option<NaiveDate>,
    /// Last day, if known.
    pub last_day: Option<NaiveDate>,
    /// Queries or pages, those with the most impressions first.
    pub figures: Vec<BingFigures>,
}

/// A report of queries or pages, which covers a week if it is of a connection.
#[derive(Debug, sqlx_macros::FromRow)]
struct Report {
    id: i64,
    is_week: bool,
    first_day: Option<NaiveDate>,
    last_day: Option<NaiveDate>,
}

/// Condition for batches with queries or pages of Bing, without weeks that have not ended. It spares the rows of other batches.
macro_rules! may_have {
    ($kind:literal) => {
        concat!(
            "b.committed AND NOT b.is_preliminary
         AND (b.source = 'bing_webmaster' OR CAST(imports.kinds AS TEXT) LIKE '%",
            $kind,
            "%')"
        )
    };
}

/// Rows of queries or pages in Bing.
macro_rules! rows {
    ($subject:literal, $kind:literal) => {
        concat!(
            " FROM import_batches b JOIN imports ON imports.id = b.import_id JOIN search_rows r ON r.batch_id = b.id
          WHERE b.website_id = $2 AND imports.workspace_id = $1 AND ",
            may_have!($kind),
            " AND r.",
            $subject,
            " IS NOT NULL AND (r.dimension = 'bing_",
            $subject,
            "' OR (b.source = 'bing_webmaster' AND r.dimension = '",
            $subject,
            "'))"
        )
    };
}

/// Statements that read the reports with queries or pages, and the sums of these.
macro_rules! statements {
    ($subject:literal, $kind:literal) => {
        (
            concat!(
                "SELECT DISTINCT b.id, b.source = 'bing_webmaster' AS is_week, b.observed_from AS first_day,
                b.observed_to AS last_day",
                rows!($subject, $kind),
                " ORDER BY b.observed_to DESC, b.id DESC"
            ),
            concat!(
                "SELECT r.",
                $subject,
                " AS subject, CAST(SUM(r.clicks) AS BIGINT) AS clicks, CAST(SUM(r.impressions) AS BIGINT) AS impressions,
                SUM(r.position * r.impressions)
                  / NULLIF(SUM(CASE WHEN r.position IS NULL THEN 0 ELSE r.impressions END), 0) AS position",
                rows!($subject, $kind),
                " AND ((CAST($3 AS DATE) IS NOT NULL AND b.source = 'bing_webmaster' AND b.observed_to > $3)
               OR (CAST($3 AS DATE) IS NULL AND b.id = $4))
          GROUP BY r.",
                $subject,
                " ORDER BY 3 DESC, 1 LIMIT $5"
            ),
        )
    };
}

/// Returns the queries of a website in Bing: of the latest complete weeks of connections, otherwise of the latest imported
/// report. Reports can overlap, so they are not added up. At most `most` queries.
///
/// # Errors
/// Returns an error if a query fails.
pub async fn bing_queries(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Uuid, weeks: u64, most: i64,
) -> Result<BingPeriod> {
    let statements = statements!("query", "bing_queries");
    period(executor.into(), statements, (workspace_id, website_id), weeks, most).await
}

/// Returns the pages of a website in Bing, of the same period as [`bing_queries`] if they are of a connection.
///
/// # Errors
/// Returns an error if a query fails.
pub async fn bing_pages(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Uuid, weeks: u64, most: i64,
) -> Result<BingPeriod> {
    let statements = statements!("page", "bing_pages");
    period(executor.into(), statements, (workspace_id, website_id), weeks, most).await
}

async fn period(
    mut executor: Executor<'_>, (reports, sums): (&'static str, &'static str),
    (workspace_id, website_id): (Uuid, Uuid), weeks: u64, most: i64,
) -> Result<BingPeriod> {
    let reports = query_all!(executor, Report, reports, workspace_id, website_id)?;
    let last_week = reports.iter().filter(|report| report.is_week).filter_map(|report| report.last_day).max();
    let after = last_week.map(|last| last - Days::new(7 * weeks));
    // PostgreSQL sorts reports without a day first.
    let newest = reports.iter().filter(|report| !report.is_week).max_by_key(|report| (report.last_day, report.id));
    let counts = |report: &&Report| match after {
        Some(after) => report.is_week && report.last_day.is_some_and(|last| last > after),
        None => newest.is_some_and(|newest| newest.id == report.id),
    };
    let counted: Vec<&Report> = reports.iter().filter(counts).collect();
    let newest = newest.map_or(0, |report| report.id);
    Ok(BingPeriod {
        first_day: counted.iter().filter_map(|report| report.first_day).min(),
        last_day: counted.iter().filter_map(|report| report.last_day).max(),
        figures: query_all!(executor, BingFigures, sums, workspace_id, website_id, after, newest, most)?,
    })
}

/// Returns true if a website, or any website of the workspace, has queries of Bing.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn has_bing_queries(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Option<Uuid>,
) -> Result<bool> {
    let sql = concat!(
        "SELECT EXISTS (SELECT 1 FROM import_batches b JOIN imports ON imports.id = b.import_id
          WHERE imports.workspace_id = $1 AND ($2 IS NULL OR b.website_id = $2) AND ",
        may_have!("bing_queries"),
        ")"
    );
    query_value!(executor.into(), bool, sql, workspace_id, website_id)
}
