//! Writes what beacons report, many events in one transaction.

use chrono::{DateTime, NaiveDate, Utc};
use serde::Serialize;
use sqlx::types::Json;
use sqlx_macros::FromRow;
use uuid::Uuid;

use super::super::{Db, Executor, Result, StoreError, Tx, macros::*};
use crate::domain::visit::{Channel, Conversion, Counts, Device, Origin, Visit};

/// Counts to add to a day of a website.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Started {
    /// Website.
    pub website_id: Uuid,
    /// Day on which the visits began, in UTC.
    pub day: NaiveDate,
    /// Where and how they began.
    pub origin: Origin,
    /// Counts to add.
    pub counts: Counts,
}

/// Views and conversions to add to a page of a day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageViews {
    /// Website.
    pub website_id: Uuid,
    /// Day, in UTC.
    pub day: NaiveDate,
    /// Path.
    pub page: String,
    /// Views to add.
    pub views: i64,
    /// Conversions to add.
    pub conversions: i64,
}

/// Events of a short time, summed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Batch {
    /// Visits that began or went on; their views are those to add.
    pub visits: Vec<Visit>,
    /// Counts by the visits' beginnings.
    pub started: Vec<Started>,
    /// Counts by page.
    pub pages: Vec<PageViews>,
    /// Conversions, each with its website.
    pub conversions: Vec<(Uuid, Conversion)>,
    /// Events of programs by website and day.
    pub bots: Vec<(Uuid, NaiveDate, i64)>,
}

#[derive(Serialize)]
struct VisitRow<'a> {
    visitor: i64,
    started_ms: i64,
    website_id: Uuid,
    last_ms: i64,
    page: &'a str,
    channel: Channel,
    source: &'a str,
    device: Device,
    views: i64,
    step: i32,
}

#[derive(Serialize)]
struct StartedRow<'a> {
    website_id: Uuid,
    day: NaiveDate,
    page: &'a str,
    channel: Channel,
    source: &'a str,
    device: Device,
    visits: i64,
    views: i64,
    engaged: i64,
    contacts: i64,
    conversions: i64,
    value_cents: i64,
}

#[derive(Serialize)]
struct PageRow<'a> {
    website_id: Uuid,
    day: NaiveDate,
    page: &'a str,
    views: i64,
    conversions: i64,
}

// One JSON parameter carries all rows; the dialects differ in how they unpack it.
macro_rules! upsert {
    ($name:ident, $table:literal, [$($column:literal $sort:literal),+], $update:literal) => {
        mod $name {
            pub(super) const POSTGRES: &str = concat!(
                "INSERT INTO ", $table, " SELECT * FROM jsonb_to_recordset($1) AS r(website_id uuid", $(", ", $column, " ", $sort),+,
                ") ", $update
            );
            pub(super) const SQLITE: &str = concat!(
                "INSERT INTO ", $table, " SELECT unhex(replace(value ->> 'website_id', '-', ''))",
                $(", value ->> '", $column, "'"),+, " FROM json_each($1) WHERE true ", $update
            );
        }
    };
}

upsert!(
    visits,
    "visits (website_id, visitor, started_ms, last_ms, page, channel, source, device, views, step)",
    [
        "visitor" "bigint", "started_ms" "bigint", "last_ms" "bigint", "page" "text", "channel" "text", "source" "text",
        "device" "text", "views" "bigint", "step" "integer"
    ],
    "ON CONFLICT (visitor, started_ms) DO UPDATE SET views = visits.views + excluded.views,
       last_ms = CASE WHEN excluded.last_ms > visits.last_ms THEN excluded.last_ms ELSE visits.last_ms END,
       step = CASE WHEN excluded.step > visits.step THEN excluded.step ELSE visits.step END"
);
upsert!(
    started,
    "visit_days (website_id, day, page, channel, source, device, visits, views, engaged, contacts, conversions, value_cents)",
    [
        "day" "date", "page" "text", "channel" "text", "source" "text", "device" "text", "visits" "bigint",
        "views" "bigint", "engaged" "bigint", "contacts" "bigint", "conversions" "bigint", "value_cents" "bigint"
    ],
    "ON CONFLICT (website_id, day, page, channel, source, device) DO UPDATE SET
       visits = visit_days.visits + excluded.visits, views = visit_days.views + excluded.views,
       engaged = visit_days.engaged + excluded.engaged, contacts = visit_days.contacts + excluded.contacts,
       conversions = visit_days.conversions + excluded.conversions,
       value_cents = visit_days.value_cents + excluded.value_cents"
);
upsert!(
    pages,
    "page_days (website_id, day, page, views, conversions)",
    ["day" "date", "page" "text", "views" "bigint", "conversions" "bigint"],
    "ON CONFLICT (website_id, day, page) DO UPDATE SET views = page_days.views + excluded.views,
       conversions = page_days.conversions + excluded.conversions"
);

/// Writes a batch. A website that was deleted meanwhile makes it fail as a whole: the caller drops its events and
/// repeats.
///
/// # Errors
/// Returns an error if a statement fails.
pub async fn record(tx: &mut Tx, batch: &Batch) -> Result<()> {
    // In the order of their keys, so that two replicas do not wait for each other in a circle.
    let mut visits: Vec<VisitRow<'_>> = batch.visits.iter().map(visit_row).collect();
    visits.sort_unstable_by_key(|row| (row.visitor, row.started_ms));
    let mut started: Vec<StartedRow<'_>> = batch.started.iter().map(started_row).collect();
    started.sort_unstable_by_key(|row| (row.website_id, row.day, row.page, row.channel, row.source, row.device));
    let mut pages: Vec<PageRow<'_>> = batch.pages.iter().map(page_row).collect();
    pages.sort_unstable_by_key(|row| (row.website_id, row.day, row.page));
    insert(tx, visits::POSTGRES, visits::SQLITE, &visits).await?;
    insert(tx, started::POSTGRES, started::SQLITE, &started).await?;
    insert(tx, pages::POSTGRES, pages::SQLITE, &pages).await?;
    for (website_id, conversion) in &batch.conversions {
        insert_conversion(tx, *website_id, conversion).await?;
    }
    for (website_id, day, hits) in &batch.bots {
        let sql = "INSERT INTO bot_days (website_id, day, hits) VALUES ($1, $2, $3)
                   ON CONFLICT (website_id, day) DO UPDATE SET hits = bot_days.hits + excluded.hits";
        execute!(tx, sql, website_id, day, hits)?;
    }
    Ok(())
}

async fn insert(
    tx: &mut Tx, postgres: &'static str, sqlite: &'static str, rows: &[impl Serialize + Sync],
) -> Result<()> {
    if rows.is_empty() {
        return Ok(());
    }
    let sql = Executor::from(&mut *tx).dialect(postgres, sqlite);
    execute!(tx, sql, Json(rows)).map(|_| ())
}

fn visit_row(visit: &Visit) -> VisitRow<'_> {
    VisitRow {
        visitor: visit.visitor,
        started_ms: visit.started_at.timestamp_millis(),
        website_id: visit.website_id,
        last_ms: visit.last_at.timestamp_millis(),
        page: &visit.origin.page,
        channel: visit.origin.channel,
        source: &visit.origin.source,
        device: visit.origin.device,
        views: visit.views,
        step: visit.step,
    }
}

fn started_row(row: &Started) -> StartedRow<'_> {
    let Started { website_id, day, origin, counts } = row;
    StartedRow {
        website_id: *website_id,
        day: *day,
        page: &origin.page,
        channel: origin.channel,
        source: &origin.source,
        device: origin.device,
        visits: counts.visits,
        views: counts.views,
        engaged: counts.engaged,
        contacts: counts.contacts,
        conversions: counts.conversions,
        value_cents: counts.value_cents,
    }
}

fn page_row(row: &PageViews) -> PageRow<'_> {
    let PageViews { website_id, day, page, views, conversions } = row;
    PageRow { website_id: *website_id, day: *day, page, views: *views, conversions: *conversions }
}

async fn insert_conversion(tx: &mut Tx, website_id: Uuid, conversion: &Conversion) -> Result<()> {
    let sql =
        "INSERT INTO conversions (id, website_id, at, name, page, entry_page, channel, source, device, value_cents)
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)";
    execute!(
        tx,
        sql,
        conversion.id,
        website_id,
        conversion.at,
        &conversion.name,
        &conversion.page,
        &conversion.entry_page,
        conversion.channel,
        &conversion.source,
        conversion.device,
        conversion.value_cents
    )
    .map(|_| ())
}

#[derive(FromRow)]
struct OpenRow {
    visitor: i64,
    started_ms: i64,
    website_id: Uuid,
    last_ms: i64,
    page: String,
    channel: Channel,
    source: String,
    device: Device,
    views: i64,
    step: i32,
}

/// Returns the visits of these visitors whose last event was after `after`, the latest of each visitor last.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn open(db: &Db, visitors: &[i64], after: DateTime<Utc>) -> Result<Vec<Visit>> {
    let sql = Executor::from(db).dialect(
        "SELECT visitor, started_ms, website_id, last_ms, page, channel, source, device, views, step FROM visits
          WHERE visitor IN (SELECT CAST(v AS BIGINT) FROM jsonb_array_elements_text($1) AS r(v)) AND last_ms > $2
          ORDER BY last_ms",
        "SELECT visitor, started_ms, website_id, last_ms, page, channel, source, device, views, step FROM visits
          WHERE visitor IN (SELECT value FROM json_each($1)) AND last_ms > $2 ORDER BY last_ms",
    );
    let rows = query_all!(db.executor(), OpenRow, sql, Json(visitors), after.timestamp_millis())?;
    rows.into_iter().map(opened).collect()
}

fn opened(row: OpenRow) -> Result<Visit> {
    let at = |ms| {
        DateTime::from_timestamp_millis(ms).ok_or_else(|| StoreError::corrupt("visits", "started_ms", ms, "no time"))
    };
    Ok(Visit {
        visitor: row.visitor,
        website_id: row.website_id,
        started_at: at(row.started_ms)?,
        last_at: at(row.last_ms)?,
        origin: Origin { page: row.page, channel: row.channel, source: row.source, device: row.device },
        views: row.views,
        step: row.step,
    })
}

/// Returns the key of the hashes of visitors on a day: the stored secret, or `new`. Keys of other days are deleted, so that
/// nobody can repeat their hashes.
///
/// # Errors
/// Returns an error if a statement fails.
pub async fn key_of(db: &Db, day: NaiveDate, new: &str) -> Result<String> {
    execute!(db.executor(), "DELETE FROM visitor_keys WHERE day < $1", day)?;
    let sql =
        "INSERT INTO visitor_keys (day, secret) VALUES ($1, $2) ON CONFLICT (day) DO UPDATE SET day = excluded.day
               RETURNING secret";
    write_value!(db.executor(), String, sql, day, new)
}
