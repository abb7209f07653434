//! A website's searches by day.

use std::collections::{BTreeMap, HashMap};

use chrono::NaiveDate;
use sqlx_macros::FromRow;
use uuid::Uuid;

use super::{Executor, Result, StoreError, macros::*};
use crate::domain::{
    daily::{DailyFigures, DailySource, PageDay, SiteDay},
    sync::BatchSource,
};

/// Sums of one day in one batch.
#[derive(Debug, FromRow)]
struct Sum {
    batch_id: i64,
    /// 0 for totals of the site, 1 for sums of its pages.
    level: i32,
    page: Option<String>,
    day: NaiveDate,
    clicks: i64,
    impressions: i64,
    weighted: Option<f64>,
    weight: i64,
}

// A position is the mean weighted by impressions, over the rows that have one.
macro_rules! figures {
    () => {
        " r.date AS day, CAST(SUM(r.clicks) AS BIGINT) AS clicks, CAST(SUM(r.impressions) AS BIGINT) AS impressions,
          SUM(r.position * r.impressions) AS weighted,
          CAST(SUM(CASE WHEN r.position IS NULL THEN 0 ELSE r.impressions END) AS BIGINT) AS weight "
    };
}

macro_rules! counted {
    () => {
        " FROM import_batches b JOIN imports ON imports.id = b.import_id JOIN search_rows r ON r.batch_id = b.id
          WHERE b.website_id = $2 AND imports.workspace_id = $1 AND b.committed AND b.source <> 'bing_webmaster'
            AND NOT b.is_preliminary AND r.period = 'current' AND r.date IS NOT NULL "
    };
}

// Of a day that several batches have, the batch with the highest precedence counts: days of a connection before those of
// uploaded files, newer ones before older ones. The remainder is the batch's id.
macro_rules! precedence {
    () => {
        "(b.id + CASE WHEN b.source = 'import' THEN 0 ELSE 1099511627776 END)"
    };
}
pub(super) use precedence;

macro_rules! days {
    ($condition:literal) => {
        concat!(
            "SELECT ",
            precedence!(),
            " AS batch_id, d.level, NULL AS page, d.day, d.clicks, d.impressions, d.weighted, d.weight
   FROM import_batches b JOIN imports ON imports.id = b.import_id JOIN search_days d ON d.batch_id = b.id
  WHERE b.website_id = $2 AND imports.workspace_id = $1 AND b.committed AND d.dimension = $3 AND ",
            $condition
        )
    };
}

const DAYS: &str = days!("b.source <> 'bing_webmaster' AND NOT b.is_preliminary");
const PRELIMINARY: &str = days!("b.source = $4 AND b.is_preliminary");

/// The days of the pages or searches with the most impressions.
macro_rules! subjects {
    ($column:literal, $dimension:literal) => {
        concat!(
            "SELECT ",
            precedence!(),
            " AS batch_id, 1 AS level, ",
            $column,
            " AS page,",
            figures!(),
            counted!(),
            "AND r.dimension = ",
            $dimension,
            " AND ",
            $column,
            " IN (SELECT ",
            $column,
            counted!(),
            "AND r.dimension = ",
            $dimension,
            " AND ",
            $column,
            " IS NOT NULL GROUP BY ",
            $column,
            " ORDER BY SUM(r.impressions) DESC, ",
            $column,
            " LIMIT $3) GROUP BY b.id, b.source, ",
            $column,
            ", r.date"
        )
    };
}

// A connection has totals of each page, which include the queries that rows leave out.
const PAGES: &str = subjects!("r.page", "CASE b.part WHEN 'days' THEN 'page' ELSE 'detail' END");
const QUERIES: &str = subjects!("r.query", "'detail'");

/// What two neighbouring times of a page, a search and a kind of device or a country add up to.
#[derive(Debug, Clone, PartialEq, FromRow)]
pub struct Compared {
    /// The page.
    pub page: Option<String>,
    /// The search; `None` where the export keeps it back.
    pub query: Option<String>,
    /// The device or the country, as the export has it.
    pub facet: Option<String>,
    /// Clicks before the day of the change.
    pub before: i64,
    /// Clicks from that day on.
    pub after: i64,
}

/// Clicks before `middle` and from it on, from day `from` to day `to`, both included, by page, search and device; those
/// with the most clicks first, at most `most`. Of a day that several imports have, the one with the highest precedence is
/// taken.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn compared(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Uuid,
    (from, middle, to): (NaiveDate, NaiveDate, NaiveDate), most: i64,
) -> Result<Vec<Compared>> {
    let sql = concat!(
        "SELECT r.page, r.query, r.facet,
                CAST(SUM(CASE WHEN r.date < $4 THEN r.clicks ELSE 0 END) AS BIGINT) AS before,
                CAST(SUM(CASE WHEN r.date >= $4 THEN r.clicks ELSE 0 END) AS BIGINT) AS after
           FROM (SELECT r.date AS day, MAX(",
        precedence!(),
        ") AS precedence",
        counted!(),
        "AND r.dimension = 'detail' AND r.date >= $3 AND r.date <= $5 GROUP BY r.date) newest
           JOIN search_rows r ON r.batch_id = newest.precedence % 1099511627776 AND r.date = newest.day
          WHERE r.dimension = 'detail' AND r.period = 'current'
          GROUP BY r.page, r.query, r.facet HAVING SUM(r.clicks) > 0
          ORDER BY SUM(r.clicks) DESC, r.page, r.query, r.facet LIMIT $6"
    );
    query_all!(executor.into(), Compared, sql, workspace_id, website_id, from, middle, to, most)
}

/// What top rows are grouped by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TopBy {
    /// Query.
    Query,
    /// Page.
    Page,
}

/// A query or page with its sums in two neighbouring periods. Positions are sums weighted by impressions, with their weight.
#[derive(Debug, Clone, PartialEq, FromRow)]
pub struct TopRow {
    /// Query or page.
    pub name: String,
    /// Clicks.
    pub clicks: i64,
    /// Impressions.
    pub impressions: i64,
    /// Positions times impressions.
    pub weighted: Option<f64>,
    /// Impressions with a position.
    pub weight: i64,
    /// Clicks of the previous period.
    pub previous_clicks: i64,
    /// Impressions of the previous period.
    pub previous_impressions: i64,
    /// Positions times impressions of the previous period.
    pub previous_weighted: Option<f64>,
    /// Impressions with a position of the previous period.
    pub previous_weight: i64,
}

macro_rules! top {
    ($column:literal) => {
        concat!(
            "SELECT ",
            $column,
            " AS name,
                CAST(SUM(CASE WHEN r.date >= $4 THEN r.clicks ELSE 0 END) AS BIGINT) AS clicks,
                CAST(SUM(CASE WHEN r.date >= $4 THEN r.impressions ELSE 0 END) AS BIGINT) AS impressions,
                SUM(CASE WHEN r.date >= $4 THEN r.position * r.impressions END) AS weighted,
                CAST(SUM(CASE WHEN r.date >= $4 AND r.position IS NOT NULL THEN r.impressions ELSE 0 END) AS BIGINT)
                  AS weight,
                CAST(SUM(CASE WHEN r.date < $4 THEN r.clicks ELSE 0 END) AS BIGINT) AS previous_clicks,
                CAST(SUM(CASE WHEN r.date < $4 THEN r.impressions ELSE 0 END) AS BIGINT) AS previous_impressions,
                SUM(CASE WHEN r.date < $4 THEN r.position * r.impressions END) AS previous_weighted,
                CAST(SUM(CASE WHEN r.date < $4 AND r.position IS NOT NULL THEN r.impressions ELSE 0 END) AS BIGINT)
                  AS previous_weight
           FROM (SELECT r.date AS day, MAX(",
            precedence!(),
            ") AS precedence",
            counted!(),
            "AND r.dimension = 'detail' AND r.date >= $3 AND r.date <= $5 GROUP BY r.date) newest
           JOIN search_rows r ON r.batch_id = newest.precedence % 1099511627776 AND r.date = newest.day
          WHERE r.dimension = 'detail' AND r.period = 'current' AND ",
            $column,
            " IS NOT NULL GROUP BY ",
            $column,
            " HAVING SUM(CASE WHEN r.date >= $4 THEN r.impressions ELSE 0 END) > 0
          ORDER BY 2 DESC, 3 DESC, ",
            $column,
            " LIMIT $6"
        )
    };
}

/// Returns the queries or pages with the most clicks from `middle` to `to`, and their sums from `from` to the day before
/// `middle`.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn top(
    executor: impl Into<Executor<'_>>, (workspace_id, website_id): (Uuid, Uuid),
    (from, middle, to): (NaiveDate, NaiveDate, NaiveDate), by: TopBy, most: i64,
) -> Result<Vec<TopRow>> {
    let sql = match by {
        TopBy::Query => top!("r.query"),
        TopBy::Page => top!("r.page"),
    };
    query_all!(executor.into(), TopRow, sql, workspace_id, website_id, from, middle, to, most)
}

/// The website's days in their order, all from one source: the days that an export counts itself, or else, where no
/// import has any, sums of dated lines. Of a day that several imports have, the figures of a connection are taken, or else
/// those of the newest import. Days of a connection that are preliminary are left out.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn daily(executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Uuid) -> Result<Vec<SiteDay>> {
    let mut executor = executor.into();
    let totals = query_all!(executor, Sum, DAYS, workspace_id, website_id, "date")?;
    if !totals.is_empty() {
        return Ok(newest(totals, DailySource::Days));
    }
    Ok(newest(query_all!(executor, Sum, DAYS, workspace_id, website_id, "detail")?, DailySource::Detail))
}

/// The days of the `most` pages with the most impressions, by page, then by day; from dated lines that name a page.
/// Of a day that several imports have, the newest import's figures are taken. A page without impressions on a day has
/// no row of it.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn daily_pages(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Uuid, most: i64,
) -> Result<Vec<PageDay>> {
    by_subject(query_all!(executor.into(), Sum, PAGES, workspace_id, website_id, most)?)
}

/// The same of the `most` searches with the most impressions; `page` is the search.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn daily_queries(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Uuid, most: i64,
) -> Result<Vec<PageDay>> {
    by_subject(query_all!(executor.into(), Sum, QUERIES, workspace_id, website_id, most)?)
}

/// Returns the days whose figures may still change, in their order, from a connection to Search Console.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn preliminary(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Uuid,
) -> Result<Vec<SiteDay>> {
    let source = BatchSource::SearchConsole;
    let days = query_all!(executor.into(), Sum, PRELIMINARY, workspace_id, website_id, "date", source)?;
    Ok(newest(days, DailySource::Days))
}

fn by_subject(mut sums: Vec<Sum>) -> Result<Vec<PageDay>> {
    let mut newest: HashMap<NaiveDate, i64> = HashMap::new();
    for sum in &sums {
        let batch = newest.entry(sum.day).or_insert(sum.batch_id);
        *batch = (*batch).max(sum.batch_id);
    }
    sums.retain(|sum| newest.get(&sum.day) == Some(&sum.batch_id));
    sums.sort_by(|a, b| (&a.page, &a.day).cmp(&(&b.page, &b.day)));
    sums.into_iter().map(page_day).collect()
}

fn page_day(sum: Sum) -> Result<PageDay> {
    let (figures, batch) = (sum.figures(), sum.batch_id);
    let page = sum.page.ok_or_else(|| StoreError::corrupt("search_rows", "page", batch, "it is missing"))?;
    Ok(PageDay { page, day: sum.day.to_string(), figures })
}

/// Of each day the newest batch, and in it totals of the site before sums of its pages, which count a search once for
/// every page that was shown.
fn newest(sums: Vec<Sum>, source: DailySource) -> Vec<SiteDay> {
    let mut days: BTreeMap<NaiveDate, Sum> = BTreeMap::new();
    let rank = |sum: &Sum| (sum.batch_id, -sum.level);
    for sum in sums {
        if days.get(&sum.day).is_none_or(|other| rank(other) < rank(&sum)) {
            days.insert(sum.day, sum);
        }
    }
    days.into_values().map(|sum| SiteDay { figures: sum.figures(), day: sum.day.to_string(), source }).collect()
}

impl Sum {
    #[expect(clippy::cast_precision_loss, reason = "impressions of a day stay far below 2^53")]
    fn figures(&self) -> DailyFigures {
        let position = self.weighted.filter(|_| self.weight > 0).map(|weighted| weighted / self.weight as f64);
        DailyFigures { clicks: self.clicks, impressions: self.impressions, position }
    }
}
