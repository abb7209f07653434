//! Queries and pages of Bing, of imported reports and of connections. They are search rows with dimensions or batches of
//! their own, which nothing adds to Google's. Each row of a connection covers a week, the period of its batch.

use uuid::Uuid;

use super::pattern;
use crate::{
    domain::{
        Page, Pair, fetched,
        imported::{BingGroup, BingRow, Imported, RecordFilter},
    },
    store::{Executor, Result, macros::*},
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
    let rows = query_all!(
        executor.into(),
        Imported<BingRow>,
        concat!(
            "SELECT r.batch_id, r.no, r.query, r.page, r.clicks, r.impressions, r.position,
                b.observed_from AS first_day, b.observed_to AS last_day,
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
    Ok(Page::from_rows(rows, limit, |row| Pair(row.batch_id, row.no).to_string()))
}

/// Returns a website's reports of Bing, latest period first. Their periods may overlap, so they are never added up.
///
/// # Errors
/// Returns an error if the query fails.
pub async fn bing_groups(
    executor: impl Into<Executor<'_>>, workspace_id: Uuid, website_id: Uuid,
) -> Result<Vec<BingGroup>> {
    query_all!(
        executor.into(),
        BingGroup,
        concat!(
            "SELECT imports.file_name, b.observed_from AS first_day, b.observed_to AS last_day,
                r.dimension IN ('bing_page', 'page') AS is_by_page, COUNT(*) AS rows, CAST(SUM(r.clicks) AS BIGINT) AS clicks,
                CAST(SUM(r.impressions) AS BIGINT) AS impressions
           FROM import_batches b JOIN imports ON imports.id = b.import_id JOIN search_rows r ON r.batch_id = b.id
          WHERE b.website_id = $2 AND imports.workspace_id = $1 AND b.committed AND ",
            of_bing!(),
            " GROUP BY b.id, imports.file_name, b.observed_from, b.observed_to, r.dimension
          ORDER BY ",
            last_day!("b"),
            " DESC, b.id DESC, r.dimension LIMIT 50"
        ),
        workspace_id,
        website_id
    )
}
