//! Reads counts of visits.

use chrono::{DateTime, NaiveDate, Utc};
use sqlx_macros::FromRow;
use uuid::Uuid;

use super::super::{Db, Executor, Result, StoreError, imported::pattern, macros::*};
use crate::domain::{
    Page, fetched,
    visit::{Channel, Conversion, ConversionFilter, Counts, VisitDay},
};

macro_rules! sums {
    () => {
        "CAST(COALESCE(SUM(visits), 0) AS BIGINT) AS visits, CAST(COALESCE(SUM(views), 0) AS BIGINT) AS views,
         CAST(COALESCE(SUM(engaged), 0) AS BIGINT) AS engaged, CAST(COALESCE(SUM(contacts), 0) AS BIGINT) AS contacts,
         CAST(COALESCE(SUM(conversions), 0) AS BIGINT) AS conversions,
         CAST(COALESCE(SUM(value_cents), 0) AS BIGINT) AS value_cents"
    };
}

// A website's rows from day $3 to day $4, if it is of the workspace.
macro_rules! of_days {
    ($table:literal) => {
        concat!(
            " FROM ",
            $table,
            " WHERE website_id = (SELECT id FROM websites WHERE id = $2 AND workspace_id = $1) AND day >= $3 AND day <= $4 "
        )
    };
}

/// First and last day of a summary, both included.
pub type Days = (NaiveDate, NaiveDate);

/// What visits are grouped by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Breakdown {
    /// Groups of sources.
    Channel,
    /// Sources with their group.
    Source,
    /// First pages.
    EntryPage,
    /// Kinds of devices.
    Device,
}

/// Counts of a group.
#[derive(Debug, Clone, PartialEq, Eq, FromRow)]
pub struct Group {
    /// Word of the channel or device, the source, or the path.
    pub name: String,
    /// Group of the source, for [`Breakdown::Source`].
    pub channel: Option<Channel>,
    /// Counts.
    #[sqlx(flatten)]
    pub counts: Counts,
}

/// Views of a page.
#[derive(Debug, Clone, PartialEq, Eq, FromRow)]
pub struct PageCounts {
    /// Path.
    pub page: String,
    /// Views.
    pub views: i64,
    /// Conversions on the page.
    pub conversions: i64,
}

/// Returns the counts of all visits that began on the days.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn totals(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Uuid, (from, to): Days,
) -> Result<Counts> {
    let sql = concat!("SELECT ", sums!(), of_days!("visit_days"));
    Ok(query_opt!(executor.into(), Counts, sql, workspace_id, website_id, from, to)?.unwrap_or_default())
}

#[derive(FromRow)]
struct DayRow {
    day: NaiveDate,
    #[sqlx(flatten)]
    counts: Counts,
}

/// Returns the counts of each day with visits, in order; of one channel, if given.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn days(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Uuid, (from, to): Days, channel: Option<Channel>,
) -> Result<Vec<VisitDay>> {
    let sql = concat!(
        "SELECT day, ",
        sums!(),
        of_days!("visit_days"),
        "AND ($5 IS NULL OR channel = $5) GROUP BY day ORDER BY day"
    );
    let rows = query_all!(executor.into(), DayRow, sql, workspace_id, website_id, from, to, channel)?;
    Ok(rows.into_iter().map(|row| VisitDay { day: row.day, counts: row.counts }).collect())
}

/// Returns the first day with a report of a visitor or a program: counting has begun by then. `None` before the first report.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn counting_since(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Uuid,
) -> Result<Option<NaiveDate>> {
    let sql = "SELECT MIN(day) FROM (SELECT MIN(day) AS day FROM visit_days WHERE website_id = $2
                 UNION ALL SELECT MIN(day) AS day FROM bot_days WHERE website_id = $2) AS firsts
                WHERE EXISTS (SELECT 1 FROM websites WHERE id = $2 AND workspace_id = $1)";
    query_value!(executor.into(), Option<NaiveDate>, sql, workspace_id, website_id)
}

/// Returns the groups with the most visits, at most `limit`.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn groups(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Uuid, (from, to): Days, by: Breakdown,
    limit: i64,
) -> Result<Vec<Group>> {
    macro_rules! grouped {
        ($name:literal, $channel:literal, $keys:literal) => {
            concat!(
                "SELECT ",
                $name,
                " AS name, ",
                $channel,
                " AS channel, ",
                sums!(),
                of_days!("visit_days"),
                "GROUP BY ",
                $keys,
                " ORDER BY SUM(visits) DESC, ",
                $name,
                " LIMIT $5"
            )
        };
    }
    let sql = match by {
        Breakdown::Channel => grouped!("channel", "NULL", "channel"),
        Breakdown::Source => grouped!("source", "channel", "source, channel"),
        Breakdown::EntryPage => grouped!("page", "NULL", "page"),
        Breakdown::Device => grouped!("device", "NULL", "device"),
    };
    query_all!(executor.into(), Group, sql, workspace_id, website_id, from, to, limit)
}

/// Returns the pages with the most views, at most `limit`.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn pages(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Uuid, (from, to): Days, limit: i64,
) -> Result<Vec<PageCounts>> {
    let sql = concat!(
        "SELECT page, CAST(SUM(views) AS BIGINT) AS views, CAST(SUM(conversions) AS BIGINT) AS conversions",
        of_days!("page_days"),
        "GROUP BY page ORDER BY SUM(views) DESC, page LIMIT $5"
    );
    query_all!(executor.into(), PageCounts, sql, workspace_id, website_id, from, to, limit)
}

/// Visits that began on a page on a day.
#[derive(Debug, Clone, PartialEq, Eq, FromRow)]
pub struct LandingDay {
    /// Path.
    pub page: String,
    /// Day in UTC.
    pub day: NaiveDate,
    /// Visits.
    pub visits: i64,
    /// Conversions of these visits.
    pub conversions: i64,
    /// Visits from answers of AI assistants.
    pub ai_visits: i64,
}

/// Returns the days of the pages on which the most visits began, at most `most` pages, by page and day.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn landing_days(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Uuid, (from, to): Days, most: i64,
) -> Result<Vec<LandingDay>> {
    let sql = concat!(
        "SELECT page, day, CAST(SUM(visits) AS BIGINT) AS visits, CAST(SUM(conversions) AS BIGINT) AS conversions,
           CAST(SUM(CASE WHEN channel = 'ai' THEN visits ELSE 0 END) AS BIGINT) AS ai_visits",
        of_days!("visit_days"),
        "AND page IN (SELECT page",
        of_days!("visit_days"),
        "GROUP BY page ORDER BY SUM(visits) DESC, page LIMIT $5) GROUP BY page, day ORDER BY page, day"
    );
    query_all!(executor.into(), LandingDay, sql, workspace_id, website_id, from, to, most)
}

/// Returns the number of events of programs on the days, which are in no other count.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn bots(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Uuid, (from, to): Days,
) -> Result<i64> {
    let sql = concat!("SELECT CAST(COALESCE(SUM(hits), 0) AS BIGINT)", of_days!("bot_days"));
    query_value!(executor.into(), i64, sql, workspace_id, website_id, from, to)
}

/// Lists the conversions of a website that match the filter, newest first; `before` is the id of the last one of the
/// previous page.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn conversions(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Uuid, filter: &ConversionFilter,
    before: Option<Uuid>, limit: usize,
) -> Result<Page<Conversion>> {
    let sql = "SELECT id, at, name, page, entry_page, channel, source, device, value_cents FROM conversions
                WHERE website_id = (SELECT id FROM websites WHERE id = $2 AND workspace_id = $1)
                  AND ($3 IS NULL OR id < $3)
                  AND (CAST($4 AS TEXT) IS NULL OR LOWER(name) LIKE $4 ESCAPE '!' OR LOWER(page) LIKE $4 ESCAPE '!'
                       OR LOWER(entry_page) LIKE $4 ESCAPE '!' OR LOWER(source) LIKE $4 ESCAPE '!')
                  AND ($5 IS NULL OR channel = $5) AND ($6 IS NULL OR device = $6)
                  AND ($7 IS NULL OR at >= $7) AND ($8 IS NULL OR at < $8)
                ORDER BY id DESC LIMIT $9";
    let rows = query_all!(
        executor.into(),
        Conversion,
        sql,
        workspace_id,
        website_id,
        before,
        pattern(filter.contains.as_deref()),
        filter.channel,
        filter.device,
        filter.since,
        filter.until,
        fetched(limit)
    )?;
    Ok(Page::from_rows(rows, limit, |row| row.id.to_string()))
}

/// Returns the time of the last event of the last two days; `None` without one.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn last_event(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Uuid,
) -> Result<Option<DateTime<Utc>>> {
    let sql = "SELECT MAX(last_ms) FROM visits
                WHERE website_id = (SELECT id FROM websites WHERE id = $2 AND workspace_id = $1)";
    let ms = query_value!(executor.into(), Option<i64>, sql, workspace_id, website_id)?;
    let time =
        |ms| DateTime::from_timestamp_millis(ms).ok_or_else(|| StoreError::corrupt("visits", "last_ms", ms, "no time"));
    ms.map(time).transpose()
}

/// Deletes visits whose last event was before a time; their counts stay. Returns their number.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn delete_older(db: &Db, before: DateTime<Utc>) -> Result<u64> {
    execute!(db.executor(), "DELETE FROM visits WHERE last_ms < $1", before.timestamp_millis())
}
